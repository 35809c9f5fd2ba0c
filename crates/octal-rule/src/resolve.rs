//! Variables of a line get their numbers; expressions become [`Expression`]s.

use crate::expression::Expression;
use crate::parse::{
    ErrorAt, Name, Raw, RawComponent, RawEnd, RawItem, RawLine, RawNode, RawOption, RawRange,
};
use crate::parts::PartsForm;
use crate::rule::{Loop, MOST_NUMBERS, MOST_VARIABLES, OptionForm, RuleLine};

/// The most parts of a partition whose number of parts is bounded.
const MOST_PARTS: i128 = 1000;

/// The kinds of expressions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Condition,
}

/// A variable.
enum Variable {
    Number(usize),
    Parts,
}

/// The names of a line.
struct Scope {
    names: Vec<(String, Variable)>,
    slots: usize,
    arity: usize,
}

/// The condition of a board: a state for which it is false is no position.
pub(crate) fn board(raw: RawLine) -> Result<Expression, ErrorAt> {
    let scope = Scope::of_state(&raw.state)?;
    let condition = raw.condition.map(|raw| scope.expression(&raw, Kind::Condition));
    condition.unwrap_or(Ok(Expression::number(1)))
}

/// The line with numbered variables. Its partitions are added to `forms`.
pub(crate) fn line(raw: RawLine, forms: &mut Vec<PartsForm>) -> Result<RuleLine, ErrorAt> {
    let mut scope = Scope::of_state(&raw.state)?;
    let mut loops = Vec::new();
    let mut parts: Option<Name> = None;
    for (name, range) in raw.loops {
        if let Some(parts) = &parts {
            let problem = format!(
                "`{}` comes after the parts `{}`: write it before them",
                name.text, parts.text
            );
            return Err(ErrorAt::new(name.at, problem));
        }
        let loop_name = name.text.clone();
        let variable = match range {
            RawRange::Items(at, items) => scope.numbers(&name, at, &items)?,
            RawRange::Parts { at, distinct, total, counts } => {
                let total = scope.partition(&name, at, &total)?;
                forms.push(PartsForm { distinct, counts: counts_of(&scope, counts)? });
                parts = Some(name);
                Loop::Parts { form: forms.len() - 1, total }
            }
        };
        loops.push((loop_name, variable));
    }
    let condition = raw.condition.map(|raw| scope.expression(&raw, Kind::Condition)).transpose()?;
    let options = raw.options.iter().map(|option| scope.option(option, parts.as_ref()));
    let options: Vec<OptionForm> = options.collect::<Result<_, _>>()?;
    let sole_condition = condition.as_ref().filter(|_| options.len() == 1);
    for (option, RawOption { at, .. }) in options.iter().zip(&raw.options) {
        refuse_unused(&loops, option, *at, sole_condition)?;
    }
    let loops = loops.into_iter().map(|(_, variable)| variable).collect();
    let is_linear = |state: &Vec<Expression>| state.len() == 1 && state[0].coefficient(0).is_some();
    let are_linear = parts.is_none() && options.iter().flat_map(|o| &o.states).all(is_linear);
    let bounds = condition.as_ref().map_or_else(|| Some(Vec::new()), Expression::bounds);
    Ok(RuleLine { loops, condition, bounds: bounds.filter(|_| are_linear), options })
}

/// Refuses an option that does not use every variable of `for`: it would be lost where such a
/// variable has no value. The condition uses a variable for the only option of a line, as in
/// `n -> n-1 for d in 2..n-1 if n % d = 0`. A range uses its variables for all options.
fn refuse_unused(
    loops: &[(String, Loop)],
    option: &OptionForm,
    at: usize,
    sole_condition: Option<&Expression>,
) -> Result<(), ErrorAt> {
    let mut expressions: Vec<&Expression> =
        option.states.iter().flatten().chain(sole_condition).collect();
    for (name, range) in loops.iter().rev() {
        match range {
            Loop::Parts { total, .. } => expressions.push(total),
            Loop::Numbers { slot, ranges } => {
                if !expressions.iter().any(|expression| expression.uses(|used| used == *slot)) {
                    let problem = format!(
                        "this option does not use `{name}`, and is lost where `{name}` has no value: \
                         write the option without `for {name}` on a line of its own or after `;`"
                    );
                    return Err(ErrorAt::new(at, problem));
                }
                expressions.extend(ranges.iter().flat_map(|(from, to)| [from, to]));
            }
        }
    }
    Ok(())
}

/// The allowed numbers of parts: any, if none are given.
fn counts_of(
    scope: &Scope,
    items: Option<Vec<RawItem>>,
) -> Result<Vec<(u64, Option<u64>)>, ErrorAt> {
    let count = |raw: &Raw| {
        let number = scope.expression(raw, Kind::Number)?.constant();
        let number = number.filter(|number| (0..=MOST_PARTS).contains(number));
        number.map(|number| number as u64).ok_or_else(|| {
            let problem =
                format!("a number of parts is written as a number from 0 to {MOST_PARTS}");
            ErrorAt::new(raw.at, problem)
        })
    };
    let Some(items) = items else { return Ok(vec![(1, None)]) };
    let item = |item: &RawItem| {
        let from = count(&item.from)?;
        Ok(match &item.to {
            RawEnd::Single => (from, Some(from)),
            RawEnd::Open => (from, None),
            RawEnd::Closed(to) => (from, Some(count(to)?)),
        })
    };
    items.iter().map(item).collect()
}

impl Scope {
    /// The variables of a state.
    fn of_state(state: &[Name]) -> Result<Scope, ErrorAt> {
        let mut scope = Scope { names: Vec::new(), slots: 0, arity: state.len() };
        for name in state {
            scope.add_number(name)?;
        }
        scope.slots = MOST_NUMBERS;
        Ok(scope)
    }

    fn add_number(&mut self, name: &Name) -> Result<usize, ErrorAt> {
        if self.slots >= MOST_VARIABLES {
            let problem = format!("a line has at most {MOST_VARIABLES} variables");
            return Err(ErrorAt::new(name.at, problem));
        }
        self.add(name, Variable::Number(self.slots))?;
        self.slots += 1;
        Ok(self.slots - 1)
    }

    fn add(&mut self, name: &Name, variable: Variable) -> Result<(), ErrorAt> {
        if self.names.iter().any(|(known, _)| *known == name.text) {
            let problem = format!("the line has another variable `{}`: rename one", name.text);
            return Err(ErrorAt::new(name.at, problem));
        }
        self.names.push((name.text.clone(), variable));
        Ok(())
    }

    /// A variable that takes the numbers of these ranges.
    fn numbers(&mut self, name: &Name, at: usize, items: &[RawItem]) -> Result<Loop, ErrorAt> {
        let range = |item: &RawItem| {
            let from = self.expression(&item.from, Kind::Number)?;
            let to = match &item.to {
                RawEnd::Single => from.clone(),
                RawEnd::Closed(to) => self.expression(to, Kind::Number)?,
                RawEnd::Open => {
                    let problem = "the range has no end: write one, as in `1..n`";
                    return Err(ErrorAt::new(item.from.at, problem));
                }
            };
            Ok((from, to))
        };
        let ranges = items.iter().map(range).collect::<Result<Vec<_>, ErrorAt>>()?;
        if items.is_empty() {
            return Err(ErrorAt::new(at, "the set is empty: write its numbers"));
        }
        Ok(Loop::Numbers { slot: self.add_number(name)?, ranges })
    }

    /// The number whose parts a variable stands for.
    fn partition(&mut self, name: &Name, at: usize, total: &Raw) -> Result<Expression, ErrorAt> {
        if self.arity > 1 {
            let problem = "parts are heaps: write them in a rule whose state is one number";
            return Err(ErrorAt::new(at, problem));
        }
        let total = self.expression(total, Kind::Number)?;
        self.add(name, Variable::Parts)?;
        Ok(total)
    }

    fn option(&self, option: &RawOption, parts: Option<&Name>) -> Result<OptionForm, ErrorAt> {
        let (mut states, mut spread) = (Vec::new(), 0);
        for component in &option.components {
            match component {
                RawComponent::Parts(name) if parts.is_some_and(|p| p.text == name.text) => {
                    spread += 1;
                }
                RawComponent::Parts(name) => {
                    let name = (name.at, &name.text);
                    let problem =
                        format!("`{0}` is no list of parts: write `for {0} in parts(…)`", name.1);
                    return Err(ErrorAt::new(name.0, problem));
                }
                RawComponent::State(at, numbers) if numbers.len() != self.arity => {
                    let problem = format!(
                        "found {} in a component, expected {} as in the state",
                        numbers_of(numbers.len()),
                        self.arity
                    );
                    return Err(ErrorAt::new(*at, problem));
                }
                RawComponent::State(_, numbers) => {
                    let numbers = numbers.iter().map(|raw| self.expression(raw, Kind::Number));
                    states.push(numbers.collect::<Result<_, _>>()?);
                }
            }
        }
        match parts {
            Some(name) if spread != 1 => {
                let problem = format!(
                    "an option of this line has the parts once, as in `[{}...]`",
                    name.text
                );
                Err(ErrorAt::new(option.at, problem))
            }
            _ => Ok(OptionForm { states }),
        }
    }

    fn expression(&self, raw: &Raw, kind: Kind) -> Result<Expression, ErrorAt> {
        let found = match &raw.node {
            RawNode::Number(_) | RawNode::Name(_) => Kind::Number,
            RawNode::Not(_) => Kind::Condition,
            RawNode::Binary(operator, _) if operator.is_condition() => Kind::Condition,
            RawNode::Binary(..) => Kind::Number,
        };
        if found != kind {
            return Err(ErrorAt::new(
                raw.at,
                match kind {
                    Kind::Number => "a condition stands here, expected a number",
                    Kind::Condition => "a number stands here, expected a condition such as `a < b`",
                },
            ));
        }
        match &raw.node {
            RawNode::Number(number) => Ok(Expression::number(*number)),
            RawNode::Not(inner) => {
                Ok(Expression::Not(Box::new(self.expression(inner, Kind::Condition)?)))
            }
            RawNode::Binary(operator, both) => {
                let conditions = operator.takes_conditions();
                let inner = if conditions { Kind::Condition } else { Kind::Number };
                let (a, b) = (self.expression(&both.0, inner)?, self.expression(&both.1, inner)?);
                Ok(Expression::binary(*operator, a, b))
            }
            RawNode::Name(name) => self.variable(raw.at, name),
        }
    }

    fn variable(&self, at: usize, name: &str) -> Result<Expression, ErrorAt> {
        match self.names.iter().find(|(known, _)| known == name) {
            Some((_, Variable::Number(slot))) => Ok(Expression::variable(*slot)),
            Some((_, Variable::Parts)) => {
                let problem = format!("`{name}` is a list of parts, which stands as `[{name}...]`");
                Err(ErrorAt::new(at, problem))
            }
            None => {
                let known: Vec<String> =
                    self.names.iter().map(|(name, _)| format!("`{name}`")).collect();
                let problem = format!(
                    "no variable is called `{name}` here, only {}: add `for {name} in …`",
                    known.join(", ")
                );
                Err(ErrorAt::new(at, problem))
            }
        }
    }
}

/// `1 number`, `2 numbers`.
fn numbers_of(count: usize) -> String {
    format!("{count} number{}", if count == 1 { "" } else { "s" })
}
