//! Classes of codes that the rules prove equal.

use octal::code::Code;
use octal::code::cousins::standard_form;
use octal::survey::class::classes;

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

/// However often a code is named, and however it is written, it is one member.
#[test]
fn a_code_is_a_member_once() {
    let all = classes(["0.4", "0.07", "0.77", "0.07", "0.770", "0.4"].map(code));
    let members = |k: usize| -> Vec<String> {
        all[k].members.iter().map(|member| member.code.to_string()).collect()
    };
    assert_eq!(
        (all.len(), members(0), members(1)),
        (2, vec!["0.07".into(), "0.4".into()], vec!["0.77".into()])
    );
}

/// Codes of seven digits, the most that a survey takes, have standard forms within the sixteen
/// places that are compared.
#[test]
fn seven_digits_fit_into_the_places_compared() {
    let last = |text: String| standard_form(&code(&text)).0.last_place().unwrap();
    let of_seven = (0..8_u32.pow(7)).step_by(997).chain([4]);
    let lasts = of_seven.flat_map(|i| ["0", "4"].map(|first| last(format!("{first}.{i:07o}"))));
    assert_eq!(lasts.max(), Some(15));
}
