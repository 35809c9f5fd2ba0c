//! The committed page of all results in a real browser, without a window and without a network.
//!
//! The browser is `chromium` on the path; the environment variable `CHROMIUM` names another.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::Trial;
use octal::period::Answer;
use octal::period::Status;
use octal::publish::html;
use tempfile::TempDir;

use super::common::scratch;
use super::{failure, trial};

pub fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 4] = [
        ("browser::the_page_sorts", the_page_sorts),
        ("browser::the_page_filters", the_page_filters),
        ("browser::the_page_fits_a_phone", the_page_fits_a_phone),
        ("browser::the_page_prints", the_page_prints),
    ];
    tests.into_iter().map(|(name, test)| trial(name, missing, test)).collect()
}

/// Why there is no browser, if so.
pub fn missing() -> Option<String> {
    failure(&program(), &["--version"])
}

fn program() -> String {
    std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into())
}

/// A browser that has never seen anything.
pub struct Browser(TempDir);

impl Browser {
    pub fn new() -> Browser {
        Browser(scratch())
    }

    /// A file that vanishes with the browser.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Opens a page at a place in it, with more options.
    pub fn open(&self, page: &Path, place: &str, options: &[&str]) -> Output {
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging=stderr",
            "--virtual-time-budget=20000",
        ];
        let mut command = Command::new(program());
        command.args(flags).args(options).arg(format!("file://{}{place}", page.display()));
        command.arg(format!("--user-data-dir={}", self.file("profile").display()));
        let output = command.output().expect("a browser: name it in CHROMIUM");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(!said.contains("CONSOLE"), "{said}");
        output
    }

    /// What a script says that runs on this page, opened at a place in it. What the script declares is its own.
    pub fn answers(&self, html: &str, place: &str, script: &str, options: &[&str]) -> String {
        let script = format!("<script>{{ {SAY}{script} }}</script></body>");
        let asking = self.file("asking.html");
        std::fs::write(&asking, html.replacen("</body>", &script, 1)).unwrap();
        let dumped = self.open(&asking, place, &[options, &["--dump-dom"]].concat());
        let dom = String::from_utf8(dumped.stdout).unwrap();
        let answers = dom.rsplit(r#"<pre id="answers">"#).next().unwrap();
        answers.split("</pre>").next().unwrap().to_owned()
    }
}

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(html::FILE)
}

/// What a script says, the page holds in the element `answers`.
const SAY: &str = r#"
const answers = document.createElement("pre");
answers.id = "answers";
document.body.append(answers);
window.addEventListener("error", (event) => answers.append("error: " + event.message + "\n"));
const say = (text) => answers.append(text + "\n");
"#;

/// What a script says of the committed page.
fn answers(script: &str, options: &[&str]) -> String {
    let html = std::fs::read_to_string(committed()).unwrap();
    Browser::new().answers(&html, "", &format!("{ASK}{script}"), options)
}

/// What the scripts of these tests share.
const ASK: &str = r#"
const table = document.getElementById("games-table");
const form = document.querySelector("form[data-table=games-table]");
const shown = () => Array.from(table.tBodies[0].rows).filter((row) => row.offsetParent !== null);
const codes = (rows) => rows.map((row) => row.cells[0].textContent).join(" ");
const column = (name) => Array.from(table.tHead.rows[0].cells).findIndex((c) => c.textContent === name);
const click = (name) => table.tHead.rows[0].cells[column(name)].querySelector("button").click();
const enter = (field, value) => {
  form.querySelector(field).value = value;
  form.querySelector(field).dispatchEvent(new Event("input", { bubbles: true }));
};
"#;

fn the_page_sorts() {
    let script = r#"
        const first = (name) => { click(name); return codes(shown().slice(0, 3)); };
        say(first("period"));
        say(first("period"));
        say(table.tHead.rows[0].cells[column("period")].getAttribute("aria-sort"));
        click("last rare"); click("last rare");
        say(codes(shown().slice(0, 1)));
        click("name");
        say(shown()[0].cells[1].textContent);
        say(shown().length + " " + new Set(codes(shown()).split(" ")).size);
    "#;
    let answers = answers(script, &[]);
    let rows = rows();
    let mut by_period: Vec<&Answer> = rows.iter().filter(|row| row.period.is_some()).collect();
    by_period.sort_by_key(|row| row.period);
    let first: Vec<&str> = by_period.iter().take(3).map(|row| &*row.code).collect();
    by_period.sort_by_key(|row| std::cmp::Reverse(row.period));
    let last: Vec<&str> = by_period.iter().take(3).map(|row| &*row.code).collect();
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines[..3], [&first.join(" "), &last.join(" "), "descending"], "{answers}");
    assert_eq!(lines[4], "daisies", "{answers}");
    assert_eq!(lines[5], format!("{0} {0}", rows.len()), "{answers}");
}

/// The rows of the committed table, in its order.
fn rows() -> Vec<Answer> {
    let mut reader = csv::Reader::from_path(committed().with_file_name("periods.csv")).unwrap();
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

fn the_page_filters() {
    let script = r#"
        enter("input", "Kayles"); say(codes(shown()));
        enter("input", "0.137"); say(codes(shown()));
        enter("input", ""); enter("select", "proved"); say(codes(shown()));
        say(form.querySelector("output").textContent);
        enter("input", "no such game"); say(String(shown().length));
        enter("input", ""); enter("select", ""); say(String(shown().length));
    "#;
    let answers = answers(script, &[]);
    let count = rows().len();
    let lines: Vec<&str> = answers.lines().collect();
    assert!(
        lines[0].contains("0.77") && lines[0].contains("0.07") && lines[0].len() < 20,
        "{answers}"
    );
    let found: Vec<&str> = lines[1].split(' ').collect();
    assert!(found.contains(&"0.07") && found.len() < 9, "a cousin finds its row: {answers}");
    let proved: Vec<String> =
        rows().into_iter().filter(|row| row.status == Status::Proved).map(|row| row.code).collect();
    assert_eq!(lines[2], proved.join(" "));
    let counts = [format!("{} of {count} rows", proved.len()), "0".to_owned(), count.to_string()];
    assert_eq!(lines[3..], counts);
}

fn the_page_fits_a_phone() {
    // 500 pixels is the least that a browser without a window has; phones are meant below 640.
    let script = r#"
        say(document.documentElement.scrollWidth + " " + document.documentElement.clientWidth);
        const small = Array.from(document.querySelectorAll("p, td, th, dd, li, label"))
          .filter((e) => e.offsetParent !== null && parseFloat(getComputedStyle(e).fontSize) < 11);
        say(String(small.length));
    "#;
    let answers = answers(script, &["--window-size=500,900"]);
    let lines: Vec<&str> = answers.lines().collect();
    let (page, window) = lines[0].split_once(' ').unwrap();
    assert!(page.parse::<u32>().unwrap() <= window.parse().unwrap(), "nothing juts out: {answers}");
    assert_eq!(lines[1], "0", "nothing is too small to read: {answers}");
}

fn the_page_prints() {
    let browser = Browser::new();
    let pdf = browser.file("page.pdf");
    let option = format!("--print-to-pdf={}", pdf.display());
    browser.open(&committed(), "", &[&option, "--no-pdf-header-footer"]);
    let bytes = std::fs::read(pdf).unwrap();
    assert!(bytes.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&bytes);
    let pages = text.matches("/Type /Page\n").count() + text.matches("/Type/Page/").count();
    assert!((10..60).contains(&pages), "{pages} pages");
}
