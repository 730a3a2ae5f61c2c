//! A probe stays small: what a game needs beyond its rules fits on three pages.

#[test]
fn every_probe_has_less_than_150_lines_of_data_and_rules() {
    for (name, text) in [
        ("fog_and_dice", include_str!("fog_and_dice.rs")),
        ("granted_trigger", include_str!("granted_trigger.rs")),
        ("hex_pattern", include_str!("hex_pattern.rs")),
        ("timer", include_str!("timer.rs")),
    ] {
        let before_the_tests = text.split("#[test]").next().unwrap_or_default().lines();
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let lines = before_the_tests.filter(is_code).count();
        assert!(lines < 150, "{name} has {lines} lines");
    }
}
