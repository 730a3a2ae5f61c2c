"""The command line: `cardwright <command>`.

One file per command, imported only when that command is asked for; `COMMANDS` names them. A new command is a
file here and a row there. Exit codes: 0 clean, 1 the command found what it looks for, 2 bad input,
130 interrupted.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from cardwright import __version__
from cardwright.basics.limits import ARGUMENT
from cardwright.basics.output import complain, hold_back, prepare, release, say
from cardwright.basics.paths import PATH_VARIABLE, TOLD_VARIABLE
from cardwright.errors import CardwrightError, SetAside, shown

UsageError: Any = typer.BadParameter.__base__
"""The error of a wrong call; typer exports only its subclasses."""

WITH = "--with"
EPILOG = f"{WITH} PATH, before or after the command's name, adds a folder of your own cards, decks or games."
"""The last line of every command's help."""
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141  # as if the signal of that name had ended the process
OUTPUT_FAILURES = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


class Command(NamedTuple):
    """A row of the table: where a command lives and the line of help that stands beside its name."""

    target: str
    """`module:name` of a function or a `typer.Typer`; a Typer of one command is that command."""
    help: str


COMMANDS = {
    "games": Command("cardwright.cli.games:games", "List the games."),
    "cards": Command(
        "cardwright.cli.cards:app", "List, show, search, lint, try, test and build cards; find phrases."
    ),
    "generate": Command(
        "cardwright.cli.generate:generate_cards", "Generate cards by chance from a game's data."
    ),
    "decks": Command("cardwright.cli.decks:app", "List, show, check, exchange and draw decks."),
    "play": Command("cardwright.cli.play:play", "Play a match at the table."),
    "watch": Command("cardwright.cli.watch:watch", "Watch agents play a match."),
    "replay": Command("cardwright.cli.replay:replay", "Step through a written match."),
    "arena": Command("cardwright.cli.arena:arena", "Let agents with decks meet each other many times."),
    "experiment": Command(
        "cardwright.cli.experiment:experiment", "Measure a game's figures beside those of its thesis."
    ),
    "tune": Command("cardwright.cli.tune:tune", "Search for an agent's weights by self-play."),
    "bench": Command("cardwright.cli.bench:bench", "Measure how fast games are played."),
    "fuzz": Command("cardwright.cli.fuzz:fuzz", "Play many random matches and look for faults."),
}


class _Late:
    """Takes texts and absent values as they are; only for others is typer's validator imported."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter."""
        is_many = param.multiple or param.nargs == -1
        if value is None:
            return () if is_many else None
        annotation = param.type_descriptor.annotation
        if annotation is str and not is_many and isinstance(value, str):
            return value
        if annotation == list[str] and is_many and all(isinstance(word, str) for word in value):
            return list(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _quick(get_params: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    """Lets the parameters of a command do without typer's validator where they can."""

    def quickened(ctx: Any) -> list[Any]:
        parameters = get_params(ctx)  # those of help and completion among them
        for parameter in parameters:
            if getattr(parameter, "is_flag", False) and parameter.default is None:
                parameter.default = False
            info = getattr(getattr(parameter, "type_descriptor", None), "parameter_info", None)
            # Other versions of typer have no such validator.
            if info and not info.parser and getattr(parameter, "_runtime_param", parameter) is None:
                parameter._runtime_param = _Late()
        return parameters

    return quickened


def load(name: str) -> TyperCommand | TyperGroup:
    """Import a command of the table."""
    module, _, attribute = COMMANDS[name].target.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        app = typer.Typer(add_completion=False)
        app.command(name)(found)
        found = app
    command = get_command(found)
    assert isinstance(command, TyperCommand | TyperGroup)
    command.name = name
    commands = [command, *command.commands.values()] if isinstance(command, TyperGroup) else [command]
    for one in commands:
        one.epilog = EPILOG
        one.get_params = _quick(one.get_params)  # type: ignore[assignment]
    return command


class LazyGroup(TyperGroup):
    """The group of all commands: lists them from the table and imports the one that is run."""

    def __init__(self, **attributes: Any) -> None:
        # What help and completion show; `resolve_command` puts the real one in its place.
        attributes["commands"] = {
            name: TyperCommand(name=name, help=row.help) for name, row in COMMANDS.items()
        }
        super().__init__(**attributes)
        self.get_params = _quick(self.get_params)  # type: ignore[assignment]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take `--with PATH` wherever it stands, before the command's name or after it."""
        for word in args:
            if len(word) > ARGUMENT.most:
                raise UsageError(f"'{word[:40]}...': {ARGUMENT.refusal(len(word))}", ctx)
        ctx.meta[WITH], rest = folders_and_rest(args)
        if rest[-1:] == [WITH] and "--" not in rest:
            raise UsageError(f"option '{WITH}' needs a folder", ctx)
        return super().parse_args(ctx, rest)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is asked for, imported."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is asked for."""
        with _plain_warnings(), _clean_ending():
            _add_folders(ctx, ctx.meta.get(WITH, []))
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


def folders_and_rest(words: list[str]) -> tuple[list[str], list[str]]:
    """The folders that a call names by `--with`, and its other words.

    >>> folders_and_rest(["play", "chess", "--with", "mine", "--seed", "3", "--with=yours"])
    (['mine', 'yours'], ['play', 'chess', '--seed', '3'])
    """
    folders: list[str] = []
    rest: list[str] = []
    waiting = list(words)
    while waiting and waiting[0] != "--":
        word = waiting.pop(0)
        if word == WITH and waiting:
            folders.append(waiting.pop(0))
        elif word.startswith(f"{WITH}="):
            folders.append(word.removeprefix(f"{WITH}="))
        else:
            rest.append(word)
    return folders, rest + waiting


def _add_folders(ctx: Any, added: list[str]) -> None:
    """Name folders for this command and for the processes it starts."""
    if not added:
        return
    before = os.environ.get(PATH_VARIABLE)
    for path in added:
        if not path or os.pathsep in path:
            reason = (
                f"the folder '{path}' cannot be named: it {'is empty' if not path else f'has a {os.pathsep}'}"
            )
            raise CardwrightError(reason, suggestion=f"write {WITH} PATH")
        if not os.path.isdir(path):
            reason = "this is a file, not a folder" if os.path.exists(path) else "there is no such folder"
            raise CardwrightError(
                reason, file=path, suggestion=f"{WITH} names a folder that holds folders of games"
            )
    named = [os.path.abspath(path) for path in added] + ([before] if before else [])
    os.environ[PATH_VARIABLE] = os.pathsep.join(named)

    def restore() -> None:
        if before is None:
            os.environ.pop(PATH_VARIABLE, None)
        else:
            os.environ[PATH_VARIABLE] = before

    ctx.call_on_close(restore)


@contextlib.contextmanager
def _clean_ending() -> Iterator[None]:
    """Turn bad input, an interrupt and a closed pipe into exit codes, without a traceback."""
    try:
        yield
    except CardwrightError as error:
        complain(f"cardwright: {error}")
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        forget_output()
        raise typer.Exit(BROKEN_PIPE) from None
    except OSError as error:
        # A file that cannot be read or written is bad input, and so is a full output; any other failure is
        # a fault to report.
        if error.filename is None and error.errno not in OUTPUT_FAILURES:
            raise
        if error.filename is None:
            forget_output()
        where = error.filename or "the output cannot be written"
        complain(f"cardwright: {where}: {error.strerror}")
        raise typer.Exit(BAD_INPUT) from None


@contextlib.contextmanager
def _plain_warnings() -> Iterator[None]:
    """Say in one sentence each what was set aside, anew for every command."""
    before = os.environ.pop(TOLD_VARIABLE, None)

    def show(message: Any, category: Any, *place: Any, **more: Any) -> None:
        if isinstance(message, SetAside):
            hold_back(f"cardwright: {message}", message.fault)
        else:
            shown(message, category, *place, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", SetAside)
        shown, warnings.showwarning = warnings.showwarning, show
        try:
            yield
        finally:
            release()
            os.environ.pop(TOLD_VARIABLE, None)
            if before is not None:
                os.environ[TOLD_VARIABLE] = before


def forget_output() -> None:
    """Nobody reads any more: let the interpreter's last flush go nowhere instead of failing."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _show_version(asked: bool) -> None:
    if asked:
        say(f"cardwright {__version__}")
        raise typer.Exit()


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def cardwright(
    added: Annotated[
        bool,  # only for the help: `LazyGroup.parse_args` has taken it, and a text would cost the validator
        typer.Option(
            WITH,
            metavar="PATH",
            help="A folder of your own cards, decks, boards or games; for any command, repeatable.",
        ),
    ] = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and end."),
    ] = False,
) -> None:
    """A workshop for collectible card games: write cards as rules text, play, simulate, balance."""


def main() -> None:
    """The entry point of the installed command."""
    prepare()
    try:
        code = get_command(app).main(prog_name="cardwright", standalone_mode=False)
    except UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            error.show()
        else:
            _say_usage(error)
        code = BAD_INPUT
    except typer.Abort:
        code = INTERRUPTED
    sys.exit(code if isinstance(code, int) else 0)


def _say_usage(error: Any) -> None:
    """One sentence on a wrong call, and where to read the right one."""
    path = error.ctx.command_path if error.ctx else _called()
    reason = _wrong_number(error) or _wrong_option(error) or error.format_message().rstrip(".")
    complain(f"{path}: {reason[:1].lower()}{reason[1:]}; see: {path} --help")


def _called() -> str:
    """The command that was asked for, as far as the words name one."""
    _, (name, *further) = folders_and_rest(sys.argv[1:])
    if name not in COMMANDS:
        return "cardwright"
    below = getattr(load(name), "commands", {})
    return " ".join(["cardwright", name, *(word for word in further[:1] if word in below)])


def _wrong_number(error: Any) -> str:
    """The sentence that refuses the number of an option; empty if the error is another one."""
    found: list[Any] = getattr(error.__cause__, "errors", list)()
    kind, said = (found[0]["type"], found[0]["input"]) if found else ("", "")
    least, most = (getattr(getattr(error, "param", None), name, None) for name in ("min", "max"))
    if kind in ("float_parsing", "int_parsing", "int_from_float") or str(said).lower().lstrip("+-") == "nan":
        wrong = f"{shown(said)} is no {'whole ' * kind.startswith('int')}number"
    elif kind in ("less_than_equal", "greater_than_equal"):
        wrong = f"{said} is too {'much' if kind == 'less_than_equal' else 'little'}"
    else:
        return ""
    bounds = ""
    if least is not None:
        bounds = (
            f": it must be {least:.15g} to {most:.15g}"
            if most is not None
            else f": it must be {least:.15g} or more"
        )
    return f"{error.param.opts[0]}: {wrong}{bounds}"


def _wrong_option(error: Any) -> str:
    """That there is no such option, and which comes nearest."""
    if type(error).__name__ != "NoSuchOption":
        return ""
    from cardwright.basics.suggestions import did_you_mean

    hint = did_you_mean(error.option_name, error.possibilities or [])
    return f"there is no option {error.option_name}{f'; {hint}' if hint else ''}"
