use cardwright_rules::ruler::Ruler;

use super::*;

fn refusal(text: &str) -> String {
    AgentSpec::from_text(text).expect_err("it is refused").reason
}

#[test]
fn options_stand_behind_the_name() {
    let spec = AgentSpec::from_text("thinker/nodes=2_000/seconds=0.5/oracle/kill=0.25").unwrap();
    assert_eq!(
        spec,
        AgentSpec {
            name: "thinker".into(),
            nodes: Some(2000),
            seconds: Some(0.5),
            file: None,
            weights: vec![("kill".into(), 0.25)],
            oracle: true,
            ..AgentSpec::default()
        }
    );
    assert_eq!(AgentSpec::from_text("greedy").unwrap(), AgentSpec::named("greedy"));
}

#[test]
fn every_agent_may_have_the_options_of_time() {
    let spec = AgentSpec::from_text("greedy/reaction=0.4/surrender=40").unwrap();
    assert_eq!((spec.reaction, spec.surrender, spec.is_paced()), (Some(0.4), Some(40.0), true));
    let refused = spec.check::<Ruler>().expect_err("the game is not timed").reason;
    assert_eq!(refused, "ruler is no timed game: \"reaction\" is an option of timed games");
    let spec = AgentSpec::from_text("greedy/surrender=40").unwrap();
    assert!(spec.check::<Ruler>().expect_err("the game is not timed").reason.contains("\"surrender\""));
}

#[test]
fn a_path_of_weights_goes_on_until_the_next_option() {
    let spec = AgentSpec::from_text("thinker/weights=/tmp/my/w.toml/oracle/nodes=5").unwrap();
    assert_eq!((spec.file.as_deref(), spec.oracle, spec.nodes), (Some("/tmp/my/w.toml"), true, Some(5)));
    assert_eq!(AgentSpec::from_text("thinker/weights=tuned").unwrap().file.as_deref(), Some("tuned"));
}

#[test]
fn what_is_wrong_is_said() {
    assert!(refusal("thinker/nodes=0").contains("no budget of nodes"));
    assert!(refusal("thinker/nodes=many").contains("no budget of nodes"));
    assert!(refusal("thinker/seconds=-1").contains("no budget in seconds"));
    assert!(refusal("thinker/seconds=inf").contains("no budget in seconds"));
    assert!(refusal("thinker/nodes").contains("needs a value"));
    assert!(refusal("thinker/weights=").contains("needs a value"));
    assert!(refusal("thinker/oracle=1").contains("takes no value"));
    assert!(refusal("thinker/kill=nan").contains("finite"));
    assert!(refusal("thinker/nodes=1/nodes=2").contains("twice"));
    assert!(refusal("greedy/nodes=5").contains("takes no options"));
    assert!(refusal("random/oracle").contains("takes no options"));
    for bad in ["-0.1", "nan", "soon", "1e9", ""] {
        assert!(refusal(&format!("greedy/reaction={bad}")).contains("no reaction time"));
        assert!(refusal(&format!("greedy/surrender={bad}")).contains("no number of points"));
    }
    assert!(refusal("greedy/reaction").contains("needs a value"));
    let wrong = AgentSpec::from_text("greedy/reaktion=1").unwrap_err();
    assert_eq!((wrong.word.as_str(), wrong.known), ("reaktion", vec!["reaction".into(), "surrender".into()]));
    assert!(refusal("greedy/reaction=1/nodes=5").contains("takes no options but"));
    let wrong = AgentSpec::from_text("thinker/orcale").unwrap_err();
    assert_eq!((wrong.word.as_str(), wrong.known.len()), ("orcale", OPTIONS.len()));
}
