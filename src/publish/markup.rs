//! Pieces of a page: its frame, text made safe, cells, tables, forms.

use crate::plot::{escaped, grouped};

/// A page that opens from disk and loads nothing else: its policy says so to the browser. The style of all
/// pages comes first, then `style`. The page is also well-formed XML.
pub fn document(title: &str, style: &str, body: &str) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    format!(
        "{}<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"/>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        beginning(title)
    )
}

/// How a page with this title begins.
pub fn beginning(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n\
         <meta charset=\"utf-8\"/>\n<title>{}</title>\n",
        text(title)
    )
}

const STYLE: &str = include_str!("style.css");

/// A script, in a section that XML parsers do not interpret.
pub fn script(script: &str) -> String {
    format!("<script>//<![CDATA[\n{script}//]]></script>\n")
}

/// A list of links to places in the page, as (id, title).
pub fn contents<'a>(sections: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let item = |(id, title): (&str, &str)| format!("<li>{}</li>", link(&format!("#{id}"), title));
    format!("<nav><ul>{}</ul></nav>\n", sections.into_iter().map(item).collect::<String>())
}

/// Text for an element or an attribute.
pub fn text(text: &str) -> String {
    let quotes_escaped = escaped(text).replace('"', "&quot;").replace('\'', "&#39;");
    quotes_escaped.replace(char::is_control, " ")
}

/// A link to a place in the page or a file beside it.
pub fn link(to: &str, shown: &str) -> String {
    format!(r#"<a href="{}">{}</a>"#, text(to), text(shown))
}

/// A cell with a number in groups of digits, which sorts by the number; empty if there is none.
pub fn number(n: Option<u64>) -> String {
    match n {
        Some(n) => format!(r#"<td class="number" data-v="{n}">{}</td>"#, grouped(n)),
        None => r#"<td class="number"></td>"#.to_owned(),
    }
}

/// A cell with text.
pub fn cell(class: &str, shown: &str) -> String {
    match class {
        "" => format!("<td>{}</td>", text(shown)),
        _ => format!(r#"<td class="{class}">{}</td>"#, text(shown)),
    }
}

/// The cell of a status or verdict: told by a sign as well as by its word.
pub fn status(word: &str) -> String {
    let shown = word.replace('_', " ");
    format!(r#"<td><span class="status {}">{}</span></td>"#, text(word), text(&shown))
}

/// A row that is found by `find` and has a status; `cells` are its cells.
pub fn row(find: &str, status: &str, cells: &str) -> String {
    let find = text(&find.to_lowercase());
    format!("<tr data-find=\"{find}\" data-status=\"{}\">{cells}</tr>\n", text(status))
}

/// A table that scrolls sideways; headings are (class, text).
pub fn table(id: &str, class: &str, headings: &[(&str, &str)], rows: &str) -> String {
    let heading = |&(class, shown): &(&str, &str)| match class {
        "" => format!(r#"<th scope="col">{}</th>"#, text(shown)),
        _ => format!(r#"<th scope="col" class="{class}">{}</th>"#, text(shown)),
    };
    let headings: String = headings.iter().map(heading).collect();
    format!(
        "<div class=\"wide {class}\">\n<table id=\"{id}\">\n<thead><tr>{headings}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

/// The form that filters a table: by words, and by a status.
pub fn filter(table: &str, what: &str, statuses: &[&str]) -> String {
    let option = |status: &&str| {
        format!(r#"<option value="{}">{}</option>"#, text(status), text(&status.replace('_', " ")))
    };
    let options: String = statuses.iter().map(option).collect();
    format!(
        "<form class=\"filter\" data-table=\"{table}\" hidden=\"hidden\">\n\
         <label>{}<input type=\"search\" autocomplete=\"off\"/></label>\n\
         <label>Show<select><option value=\"\">all</option>{options}</select></label>\n\
         <output></output>\n</form>\n",
        text(what)
    )
}

/// A section of the page under a heading.
pub fn section(id: &str, title: &str, content: &str) -> String {
    format!("<section id=\"{id}\">\n<h2>{}</h2>\n{content}</section>\n", text(title))
}
