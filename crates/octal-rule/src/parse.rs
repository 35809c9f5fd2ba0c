//! The grammar of rules.
//!
//! ```text
//! rule     = line { ( newline | ";" ) line }            # begins a comment
//! line     = options | board
//! options  = state "->" option { "|" option } [ "for" loop { "," loop } ] [ "if" condition ]
//! board    = state "if" condition
//! state    = name | "(" name { "," name } ")"
//! option   = component | "[" [ component { "," component } ] "]"
//! component= expression | "(" expression "," expression [ "," expression ] ")" | name "..."
//! loop     = name "in" ( range | "{" item { "," item } "}" | parts )
//! range    = expression ".." expression
//! item     = expression | range
//! parts    = ( "parts" | "distinct_parts" ) "(" expression [ "," counts ] ")"
//! ```

use winnow::combinator::{
    Infix, Prefix, alt, cut_err, delimited, eof, expression, fail, opt, peek, preceded, separated,
    terminated,
};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::take_while;

use crate::expression::Operator;
use crate::resolve;
use crate::rule::{MOST_NUMBERS, Rule};

/// An error in the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}column {column}: {problem}", line.map_or(String::new(), |line| format!("line {line}, ")))]
#[non_exhaustive]
pub struct RuleError {
    /// The line, from 1; `None` if the text is one line.
    pub line: Option<usize>,
    /// The character of the line, from 1.
    pub column: usize,
    /// A description of what is wrong, and of what would be right.
    pub problem: String,
}

/// An error at a byte of a line.
pub(crate) struct ErrorAt {
    pub(crate) at: usize,
    pub(crate) problem: String,
}

impl ErrorAt {
    pub(crate) fn new(at: usize, problem: impl Into<String>) -> ErrorAt {
        ErrorAt { at, problem: problem.into() }
    }
}

/// The most characters of a line.
const LONGEST_LINE: usize = 4000;

/// The most brackets within each other.
const DEEPEST: usize = 24;

/// Reads a rule.
pub(crate) fn rule(text: &str) -> Result<Rule, RuleError> {
    let several = text.trim_end().contains('\n');
    let mut rule = Rule::default();
    let mut texts = Vec::new();
    for (number, whole) in (1..).zip(text.lines()) {
        let without_comment = whole.split('#').next().unwrap_or("");
        let mut column = 1;
        for line in without_comment.split(';') {
            if !line.trim().is_empty() {
                let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
                rule_line(line, &text, &mut rule).map_err(|error| RuleError {
                    line: several.then_some(number),
                    column: column + line[..error.at].chars().count(),
                    problem: error.problem,
                })?;
                texts.push(text);
            }
            column += line.chars().count() + 1;
        }
    }
    if rule.lines.is_empty() {
        let problem = "the rule is empty: write a line such as `n -> n-1 | n-2`".to_owned();
        return Err(RuleError { line: None, column: 1, problem });
    }
    if !rule.board.is_empty() {
        if !rule.parts.is_empty() {
            let problem = "a rule with parts has no board: write `if` after the parts".to_owned();
            return Err(RuleError { line: None, column: 1, problem });
        }
        // A whole stretch of options is not compared with the board.
        rule.lines.iter_mut().for_each(|line| line.bounds = None);
    }
    rule.text = texts.join("\n");
    Ok(rule)
}

/// Refuses brackets within each other, and signs in a row, that are too many for the stack.
fn refuse_nesting(line: &str) -> Result<(), ErrorAt> {
    let (mut brackets, mut signs) = (0_usize, 0_usize);
    for (at, c) in line.char_indices() {
        match c {
            '(' | '[' | '{' => brackets += 1,
            ')' | ']' | '}' => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        signs = match c {
            '-' => signs + 1,
            'n' if line[at..].starts_with("not") => signs + 1,
            'o' | 't' | ' ' | '\t' => signs,
            _ => 0,
        };
        if brackets > DEEPEST {
            let problem = format!("more than {DEEPEST} brackets within each other");
            return Err(ErrorAt::new(at, problem));
        }
        if signs > DEEPEST {
            return Err(ErrorAt::new(at, format!("more than {DEEPEST} signs in a row")));
        }
    }
    Ok(())
}

/// Adds a line to the rule.
fn rule_line(line: &str, text: &str, rule: &mut Rule) -> Result<(), ErrorAt> {
    if line.len() > LONGEST_LINE {
        let problem = format!("a line has at most {LONGEST_LINE} bytes: write several lines");
        return Err(ErrorAt::new(0, problem));
    }
    refuse_nesting(line)?;
    let parsed = raw_line.parse(LocatingSlice::new(line)).map_err(|error| {
        let at = error.offset();
        ErrorAt::new(at, unexpected(&line[at..], error.inner()))
    })?;
    if rule.arity > 0 && rule.arity != parsed.state.len() {
        let (arity, others) = (parsed.state.len(), rule.arity);
        let problem =
            format!("a state of {arity} numbers after lines with {others}: write one kind");
        return Err(ErrorAt::new(0, problem));
    }
    rule.arity = parsed.state.len();
    if parsed.options.is_empty() {
        rule.board.push((resolve::board(parsed)?, text.to_owned()));
    } else {
        rule.lines.push(resolve::line(parsed, &mut rule.parts)?);
    }
    Ok(())
}

/// A sentence about the text at which the grammar fails.
fn unexpected(rest: &str, error: &ContextError) -> String {
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let found = match (word.is_empty(), rest.chars().next()) {
        (_, None) => "the line ends".to_owned(),
        (true, Some(c)) => format!("found `{}`", c.escape_debug()),
        (false, _) => format!("found `{}`", word.chars().take(30).collect::<String>()),
    };
    let expected = error.context().find_map(|context| match context {
        StrContext::Expected(StrContextValue::Description(text)) => Some(*text),
        _ => None,
    });
    let hint = match (&*word, rest.chars().next()) {
        ("mod", _) => "; a remainder is written `n % d`",
        ("", Some('(')) => "; the functions are `min`, `max` and `gcd`",
        _ => "",
    };
    format!("{found}, expected {}{hint}", expected.unwrap_or("a rule such as `n -> n-1 | n-2`"))
}

/// An expression in its text; `at` is its first byte.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) at: usize,
    pub(crate) node: RawNode,
}

#[derive(Debug)]
pub(crate) enum RawNode {
    Number(i128),
    Name(String),
    Binary(Operator, Box<(Raw, Raw)>),
    Not(Box<Raw>),
}

#[derive(Debug)]
pub(crate) struct RawLine {
    pub(crate) state: Vec<Name>,
    pub(crate) options: Vec<RawOption>,
    pub(crate) loops: Vec<(Name, RawRange)>,
    pub(crate) condition: Option<Raw>,
}

/// A name; `at` is its first byte.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) at: usize,
    pub(crate) text: String,
}

#[derive(Debug)]
pub(crate) struct RawOption {
    pub(crate) at: usize,
    pub(crate) components: Vec<RawComponent>,
}

#[derive(Debug)]
pub(crate) enum RawComponent {
    Parts(Name),
    State(usize, Vec<Raw>),
}

#[derive(Debug)]
pub(crate) enum RawRange {
    Items(usize, Vec<RawItem>),
    Parts { at: usize, distinct: bool, total: Raw, counts: Option<Vec<RawItem>> },
}

/// A number, or a range of numbers that may be open.
#[derive(Debug)]
pub(crate) struct RawItem {
    pub(crate) from: Raw,
    pub(crate) to: RawEnd,
}

#[derive(Debug)]
pub(crate) enum RawEnd {
    Single,
    Open,
    Closed(Raw),
}

type Input<'a> = LocatingSlice<&'a str>;

/// The context of an error: what would be right.
const fn right(text: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(text))
}

const OPERAND: StrContext = right("a number, a variable or `(`");

fn space(input: &mut Input<'_>) -> ModalResult<()> {
    take_while(0.., char::is_whitespace).void().parse_next(input)
}

/// A sign with the space after it.
fn sign<'a>(text: &'static str) -> impl Parser<Input<'a>, (), ErrMode<ContextError>> {
    terminated(text, space).void()
}

fn word<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let letters = (
        take_while(1, |c: char| c.is_alphabetic() || c == '_'),
        take_while(0.., |c: char| c.is_alphanumeric() || c == '_'),
    );
    terminated(letters.take(), space).parse_next(input)
}

fn keyword<'a>(text: &'static str) -> impl Parser<Input<'a>, (), ErrMode<ContextError>> {
    word.verify(move |found: &str| found == text).void()
}

const KEYWORDS: [&str; 12] =
    ["for", "in", "if", "and", "or", "not", "xor", "min", "max", "gcd", "parts", "distinct_parts"];

fn name(input: &mut Input<'_>) -> ModalResult<Name> {
    let at = input.current_token_start();
    let word = word.verify(|found: &str| !KEYWORDS.contains(&found));
    word.map(|text: &str| Name { at, text: text.to_owned() }).parse_next(input)
}

fn raw_line(input: &mut Input<'_>) -> ModalResult<RawLine> {
    let names = separated(1..=MOST_NUMBERS, name, sign(","));
    let tuple = delimited(
        sign("("),
        cut_err(names).context(right("a variable for each number of the state")),
        cut_err(sign(")")).context(right("`,` or `)` after one to three variables")),
    );
    let state = alt((tuple, name.map(|name| vec![name])));
    let arrow = alt((sign("->"), sign("→")));
    let loops = preceded(keyword("for"), cut_err(separated(1.., raw_loop, sign(","))));
    let condition = preceded(keyword("if"), expr);
    let options = preceded(
        cut_err(arrow).context(right("`->` or `if` after the state")),
        cut_err(separated(1.., raw_option, sign("|"))),
    );
    let (state, options, loops, condition, ()) = (
        preceded(space, state).context(right("a state: a variable such as `n`, or `(r, c)`")),
        alt((peek(keyword("if")).map(|()| Vec::new()), options)),
        opt(loops),
        opt(condition),
        eof.void().context(right("an operator, `|`, `for`, `if`, `;` or the end of the line")),
    )
        .parse_next(input)?;
    Ok(RawLine { state, options, loops: loops.unwrap_or_default(), condition })
}

fn raw_loop(input: &mut Input<'_>) -> ModalResult<(Name, RawRange)> {
    (
        preceded(opt(keyword("for")), name).context(right("a variable")),
        preceded(cut_err(keyword("in")).context(right("`in` after the variable")), range),
    )
        .parse_next(input)
}

fn range(input: &mut Input<'_>) -> ModalResult<RawRange> {
    let at = input.current_token_start();
    let which = alt((keyword("parts").value(false), keyword("distinct_parts").value(true)));
    let arguments = cut_err(delimited(
        sign("(").context(right("`(`")),
        (expr, opt(preceded(sign(","), counts))),
        sign(")").context(right("`,` or `)`")),
    ));
    let parts = (which, arguments).map(move |(distinct, (total, counts))| RawRange::Parts {
        at,
        distinct,
        total,
        counts,
    });
    alt((parts, counts.map(move |items| RawRange::Items(at, items)))).parse_next(input)
}

/// A set of numbers and ranges, or one range.
fn counts(input: &mut Input<'_>) -> ModalResult<Vec<RawItem>> {
    let end = cut_err(sign("}")).context(right("`,` or `}`"));
    let set = delimited(sign("{"), separated(1.., item, sign(",")), end);
    alt((set, item.map(|item| vec![item]))).parse_next(input)
}

fn item(input: &mut Input<'_>) -> ModalResult<RawItem> {
    let from = expr.parse_next(input)?;
    if opt(sign("..")).parse_next(input)?.is_none() {
        return Ok(RawItem { from, to: RawEnd::Single });
    }
    // Nothing of an expression stands here if the range is open.
    let is_open = input.trim_start().is_empty() || input.starts_with([')', '}', ',']);
    let to = if is_open { RawEnd::Open } else { RawEnd::Closed(expr.parse_next(input)?) };
    Ok(RawItem { from, to })
}

fn raw_option(input: &mut Input<'_>) -> ModalResult<RawOption> {
    let at = input.current_token_start();
    if opt(sign("[")).parse_next(input)?.is_some() {
        let end = cut_err(sign("]")).context(right("an operator, `,` or `]`"));
        let components = if input.starts_with(']') {
            Vec::new()
        } else {
            separated(1.., component, sign(",")).parse_next(input)?
        };
        preceded(winnow::combinator::empty, end).parse_next(input)?;
        return Ok(RawOption { at, components });
    }
    Ok(RawOption { at, components: vec![component.parse_next(input)?] })
}

fn component(input: &mut Input<'_>) -> ModalResult<RawComponent> {
    let at = input.current_token_start();
    let numbers = delimited(sign("("), separated(2..=MOST_NUMBERS, expr, sign(",")), sign(")"));
    alt((
        terminated(name, sign("...")).map(RawComponent::Parts),
        numbers.map(|numbers| RawComponent::State(at, numbers)),
        expr.map(|number| RawComponent::State(at, vec![number])),
    ))
    .parse_next(input)
}

/// An expression. Nothing else may stand in its place, so an error in it is final.
fn expr(input: &mut Input<'_>) -> ModalResult<Raw> {
    let grammar = expression(operand).prefix(prefix).infix(infix);
    cut_err(grammar).context(OPERAND).parse_next(input)
}

type Error = ErrMode<ContextError>;

fn binary(operator: Operator, a: Raw, b: Raw) -> Raw {
    let at = a.at.min(b.at);
    Raw { at, node: RawNode::Binary(operator, Box::new((a, b))) }
}

fn prefix<'a>(input: &mut Input<'a>) -> ModalResult<Prefix<Input<'a>, Raw, Error>> {
    let minus = alt((sign("-"), sign("−"))).map(|()| {
        Prefix(8, |_: &mut Input<'a>, a: Raw| {
            let zero = Raw { at: a.at, node: RawNode::Number(0) };
            Ok(binary(Operator::Subtract, zero, a))
        })
    });
    let not = keyword("not").map(|()| {
        Prefix(3, |_: &mut Input<'a>, a: Raw| Ok(Raw { at: a.at, node: RawNode::Not(Box::new(a)) }))
    });
    alt((minus, not, fail)).parse_next(input)
}

/// An infix operator of this precedence that groups from the left.
macro_rules! left {
    ($sign:expr, $power:literal, $operator:ident) => {
        $sign.map(|()| {
            Infix::Left($power, |_: &mut Input<'_>, a, b| Ok(binary(Operator::$operator, a, b)))
        })
    };
}

/// A comparison, with its operands exchanged if `$exchanged`.
macro_rules! comparison {
    ($sign:literal, $operator:ident, $exchanged:literal) => {
        sign($sign).map(|()| {
            Infix::Neither(4, |_: &mut Input<'_>, a, b| {
                let (a, b) = if $exchanged { (b, a) } else { (a, b) };
                Ok(binary(Operator::$operator, a, b))
            })
        })
    };
}

fn infix<'a>(input: &mut Input<'a>) -> ModalResult<Infix<Input<'a>, Raw, Error>> {
    let words = alt((
        left!(keyword("or"), 1, Or),
        left!(keyword("and"), 2, And),
        left!(keyword("xor"), 5, Xor),
    ));
    let comparisons = alt((
        comparison!("<=", LessOrEqual, false),
        comparison!(">=", LessOrEqual, true),
        comparison!("<", Less, false),
        comparison!(">", Less, true),
        comparison!("!=", Unequal, false),
        comparison!("==", Equal, false),
        comparison!("=", Equal, false),
    ));
    let power = sign("^")
        .map(|()| Infix::Right(9, |_: &mut Input<'_>, a, b| Ok(binary(Operator::Power, a, b))));
    alt((
        left!(sign("+"), 6, Add),
        left!(sign("-"), 6, Subtract),
        left!(sign("−"), 6, Subtract),
        left!(sign("*"), 7, Multiply),
        left!(sign("/"), 7, Divide),
        left!(sign("%"), 7, Remainder),
        power,
        words,
        comparisons,
    ))
    .parse_next(input)
}

fn operand(input: &mut Input<'_>) -> ModalResult<Raw> {
    let at = input.current_token_start();
    let end = || cut_err(sign(")")).context(right("an operator or `)`"));
    let group = delimited(sign("("), expr, end());
    let which = alt((
        keyword("min").value(Operator::Min),
        keyword("max").value(Operator::Max),
        keyword("gcd").value(Operator::Gcd),
    ));
    let open = cut_err(sign("(")).context(right("`(`"));
    let two = cut_err(separated(2.., expr, sign(","))).context(right("an operator or `,`"));
    let arguments = delimited(open, two, end());
    let call = (which, arguments).map(|(operator, arguments): (_, Vec<Raw>)| {
        let join = |a, b| binary(operator, a, b);
        arguments.into_iter().reduce(join).expect("one argument at least")
    });
    let variable = name.map(|name| RawNode::Name(name.text)).map(move |node| Raw { at, node });
    alt((number.map(move |n| Raw { at, node: RawNode::Number(n) }), group, call, variable))
        .parse_next(input)
}

fn number(input: &mut Input<'_>) -> ModalResult<i128> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '_';
    let digits = (take_while(1, |c: char| c.is_ascii_digit()), take_while(0.., is_digit)).take();
    let exponent = opt(preceded('e', take_while(1.., |c: char| c.is_ascii_digit())));
    let read = (digits, exponent).verify_map(|(digits, exponent): (&str, Option<&str>)| {
        let number: i128 = digits.replace('_', "").parse().ok()?;
        let power = 10_i128.checked_pow(exponent.unwrap_or("0").parse().ok()?)?;
        number.checked_mul(power).filter(|&number| number <= crate::expression::LARGEST)
    });
    if !input.starts_with(|c: char| c.is_ascii_digit()) {
        return fail.parse_next(input);
    }
    terminated(cut_err(read).context(right("a number of at most 2^100")), space).parse_next(input)
}
