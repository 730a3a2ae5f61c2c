//! Panics are caught in silence, and an action that does not end is stopped from outside.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use cardwright_agents::clock;

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs something that may panic; the panic's message and place come back as text and nothing is printed.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if IS_QUIET.get() {
                let place =
                    info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
                let payload = info.payload();
                let said = payload.downcast_ref::<&str>().copied();
                let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
                let message = said.unwrap_or("a panic without words");
                LAST_PANIC.set(format!("{message} ({place})"));
            } else {
                loud(info);
            }
        }));
    });
    IS_QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_QUIET.set(false);
    result.map_err(|_| LAST_PANIC.take())
}

/// What a watchdog knows of one worker.
#[derive(Default)]
pub struct Watched {
    /// Odd while an action runs; it grows by one when an action begins and when it ends.
    pulse: AtomicU64,
    /// Set when the running action has taken too long.
    stop: Arc<AtomicBool>,
}

impl Watched {
    /// Runs an action under the eyes of the watchdog; true if it was stopped.
    pub fn run(&self, action: impl FnOnce(&Arc<AtomicBool>)) -> bool {
        self.pulse.fetch_add(1, Ordering::Relaxed);
        action(&self.stop);
        self.pulse.fetch_add(1, Ordering::Relaxed);
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// After a panic: no action runs any more.
    pub fn rest(&self) {
        let pulse = self.pulse.load(Ordering::Relaxed);
        self.pulse.store(pulse + (pulse & 1), Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
    }
}

/// Watches the workers until it is told that all are done.
pub fn watch(workers: &[Watched], limit: Duration, done: &AtomicBool) {
    let nap = (limit / 20).clamp(Duration::from_millis(1), Duration::from_millis(50));
    let mut seen: Vec<_> = workers.iter().map(|_| (0, clock::now())).collect();
    while !done.load(Ordering::Relaxed) {
        std::thread::sleep(nap);
        for (worker, (pulse, since)) in workers.iter().zip(&mut seen) {
            let now = worker.pulse.load(Ordering::Relaxed);
            if now != *pulse {
                (*pulse, *since) = (now, clock::now());
            } else if now % 2 == 1 && since.elapsed() > limit {
                worker.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_comes_back_as_text_with_its_place() {
        let text = catch(|| panic!("no {}", "luck")).unwrap_err();
        assert!(text.starts_with("no luck (") && text.contains("watch.rs:"), "{text}");
        assert_eq!(catch(|| 7), Ok(7));
    }

    #[test]
    fn an_action_that_takes_too_long_is_stopped() {
        let workers = [Watched::default()];
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| watch(&workers, Duration::from_millis(20), &done));
            assert!(workers[0].run(|stop| while !stop.load(Ordering::Relaxed) {}));
            assert!(!workers[0].run(|_| ()));
            done.store(true, Ordering::Relaxed);
        });
    }
}
