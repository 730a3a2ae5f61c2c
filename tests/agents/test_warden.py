"""The warden ends all processes below it, even those that were forked while it looked."""

from __future__ import annotations

import subprocess
import sys
import textwrap

LATE = """
    import os, signal, time
    from cardwright.agents import warden

    warden._control(warden._SUBREAPER, 1)
    readable, writable = os.pipe()
    if os.fork() == 0:
        late = os.fork()
        if late:
            os.write(writable, str(late).encode())
        time.sleep(60)
    late = int(os.read(readable, 20))
    everybody, looks = warden.below, []

    def below(pid):
        looks.append(pid)
        return [one for one in everybody(pid) if one != late or len(looks) > 2]

    warden.below = below
    warden.end_all(is_left=False)
    try:
        os.kill(late, 0)
    except ProcessLookupError:
        print("gone")
"""


def test_a_child_that_was_forked_while_the_warden_looked_is_ended_too() -> None:
    words = [sys.executable, "-c", textwrap.dedent(LATE)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert (done.stdout, done.stderr) == ("gone\n", "")
