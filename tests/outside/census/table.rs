//! The table of all games, of which only the rows in view are in the page.

use octal::period::Answer;
use octal::period::Status;

use super::{answers, census_page, rows};
use crate::browser::Browser;

pub const TESTS: [(&str, fn()); 4] = [
    ("census::only_rows_in_view_are_in_the_page", only_rows_in_view_are_in_the_page),
    ("census::the_table_sorts", the_table_sorts),
    ("census::the_table_filters", the_table_filters),
    ("census::the_page_fits_a_phone_and_prints", the_page_fits_a_phone_and_prints),
];

/// However far the table is scrolled, few rows are in the page, and they are the right ones.
fn only_rows_in_view_are_in_the_page() {
    let script = r##"
        const height = inView()[0].getBoundingClientRect().height;
        const one = (y) => { scrollTo(y); say(`${inView().length} ${inView()[20].getAttribute("aria-rowindex")} ${codesInView()[20]}`); };
        one(0); one(1000 * height); one(1e9);
        say(codesInView().pop());
        say(all.getAttribute("aria-rowcount"));
        const view = document.getElementById("view");
        const error = view.scrollHeight - height * (all.getAttribute("aria-rowcount") - 1);
        say(Math.abs(error) < 3 * height);
    "##;
    let lines = answers("", script, &[]);
    let rows = rows();
    for line in &lines[..3] {
        let [count, index, code] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert!(count.parse::<usize>().unwrap() < 100, "{line}");
        assert_eq!(rows[index.parse::<usize>().unwrap() - 2].code, code);
    }
    assert!(lines[1].contains(" 10"), "a thousand rows further: {lines:?}");
    assert_eq!(lines[3], rows[rows.len() - 1].code);
    assert_eq!(lines[4..], [(rows.len() + 1).to_string(), "true".into()]);
}

fn the_table_sorts() {
    let script = r##"
        const first = (name) => { heading(name).querySelector("button").click(); say(codesInView().slice(0, 5).join(" ")); };
        scrollTo(5000);
        first("period"); first("period");
        say(heading("period").getAttribute("aria-sort") + " " + heading("code").getAttribute("aria-sort"));
        scrollTo(1e9); say(inView().pop().cells[3].textContent === "");
        first("computed to"); first("code"); first("code");
    "##;
    let lines = answers("", script, &[]);
    let rows = rows();
    let first =
        |rows: &[&Answer]| rows.iter().take(5).map(|row| &*row.code).collect::<Vec<_>>().join(" ");
    let mut periodic: Vec<&Answer> = rows.iter().filter(|row| row.period.is_some()).collect();
    periodic.sort_by_key(|row| row.period);
    assert_eq!(lines[0], first(&periodic));
    periodic = rows.iter().filter(|row| row.period.is_some()).collect();
    periodic.sort_by_key(|row| std::cmp::Reverse(row.period));
    assert_eq!(lines[1], first(&periodic));
    assert_eq!(lines[2..4], ["descending null", "true"]);
    let mut all: Vec<&Answer> = rows.iter().collect();
    all.sort_by_key(|row| row.verified_to);
    assert_eq!(lines[4], first(&all));
    all = rows.iter().collect();
    assert_eq!(lines[5], first(&all));
    all.reverse();
    assert_eq!(lines[6], first(&all));
}

fn the_table_filters() {
    let script = r##"
        say(filterBy("status", "open"));
        say(filterBy("digits", "3"));
        say(filterBy("rare_count", "<100"));
        document.querySelector("#filters button").click();
        setTimeout(() => {
          say(document.querySelector("#filters output").textContent);
          say(filterBy("preperiod", "1e3..10^5"));
          say(filterBy("period", "2 – 50"));
          say(filterBy("period", "fifty"));
          say(location.hash);
          say(filterBy("period", "3..1"));
          say(filterBy("period", "<0"));
          say(document.getElementById("filters").elements.period.getAttribute("aria-invalid"));
          say(filterBy("preperiod", "") + filterBy("period", ""));
          ask("0.6"); filterBy("status", "proved");
          say(document.getElementById("left").textContent);
          say(filterBy("verified_to", "≥2^60") + " " + inView().length);
        });
    "##;
    let lines = answers("", script, &[]);
    let rows = rows();
    let grouped = |n: usize| octal::plot::grouped(n as u64).replace(' ', "&nbsp;");
    let count = |is: &dyn Fn(&&Answer) -> bool| {
        format!("{} of {} games", grouped(rows.iter().filter(is).count()), grouped(rows.len()))
    };
    let open = |row: &&Answer| row.status == Status::Open;
    let short = |row: &&Answer| open(row) && row.code.len() == 5;
    let late = |row: &&Answer| row.preperiod.is_some_and(|n0| (1_000..=100_000).contains(&n0));
    let all = count(&|_| true);
    assert_eq!(lines[0], count(&open));
    assert_eq!(lines[1], count(&short));
    assert_eq!(lines[2], count(&|row| short(row) && row.rare_count.is_some_and(|rare| rare < 100)));
    assert_eq!([&lines[3], &lines[4]], [&all, &count(&late)]);
    let both = |row: &&Answer| late(row) && row.period.is_some_and(|p| (2..=50).contains(&p));
    assert_eq!(lines[5], count(&both));
    let wrong = "; “fifty” is no range: a range is written 34, 1e3..1e6, &gt;=1e6 or &lt;100";
    assert_eq!(lines[6], count(&late) + wrong);
    assert_eq!(lines[7], "#preperiod=1e3..10%5E5&amp;period=fifty");
    for (line, typed) in lines[8..10].iter().zip(["3..1", "&lt;0"]) {
        let wrong = format!("; “{typed}” holds no number: a range is written 34, ");
        assert!(line.starts_with(&(count(&late) + &wrong)), "{line}");
    }
    assert_eq!(lines[10], "true");
    assert!(lines[11].ends_with(&all), "{lines:?}");
    assert_eq!(lines[12], "The filters below leave its row out.");
    assert_eq!(lines[13], format!("{} 0", count(&|_| false)));
}

/// All that is shown is printed, and nothing juts out of a phone.
fn the_page_fits_a_phone_and_prints() {
    let script = r##"
        const [whole, seen] = [document.documentElement.scrollWidth, document.documentElement.clientWidth];
        say(whole <= seen);
    "##;
    assert_eq!(answers("#0.6342", script, &["--window-size=500,900"]), ["true"]);
    let browser = Browser::new();
    let page = browser.file("page.html");
    std::fs::write(&page, &census_page().1).unwrap();
    let pages = |place: &str| {
        let pdf = browser.file("page.pdf");
        let option = format!("--print-to-pdf={}", pdf.display());
        browser.open(&page, place, &[&option, "--no-pdf-header-footer"]);
        let bytes = std::fs::read(pdf).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        text.matches("/Type /Page\n").count() + text.matches("/Type/Page/").count()
    };
    let (all, few) = (pages(""), pages("#code=&digits=1"));
    assert!(all > 30 && few < 10, "{all} and {few} pages");
}
