//! One JSON object.

use std::io;

use serde_json::Value;

use super::{Header, Layout, decimal};

/// `{"code":…,"from":…,"to":…,"summary":…,"values":[…]}` on one line; no summary is `null`.
#[derive(Clone, Debug, Default)]
pub struct Json {
    /// A comma is due before the next value.
    comma: bool,
}

impl Json {
    fn push(&mut self, value: u64, out: &mut Vec<u8>) {
        if self.comma {
            out.push(b',');
        }
        self.comma = true;
        decimal::push(out, value);
    }
}

impl Layout for Json {
    fn head(&mut self, header: &Header, out: &mut Vec<u8>) -> io::Result<()> {
        let code = Value::from(header.code.as_str());
        let summary = Value::from(header.summary.as_deref());
        let (from, to) = (header.from, header.to);
        let head =
            format!(r#"{{"code":{code},"from":{from},"to":{to},"summary":{summary},"values":["#);
        out.extend_from_slice(head.as_bytes());
        Ok(())
    }

    fn values(&mut self, _first: u64, values: &[u16], out: &mut Vec<u8>) -> io::Result<()> {
        values.iter().for_each(|&value| self.push(value.into(), out));
        Ok(())
    }

    fn large_values(&mut self, _first: u64, values: &[u64], out: &mut Vec<u8>) -> io::Result<()> {
        values.iter().for_each(|&value| self.push(value, out));
        Ok(())
    }

    fn foot(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}\n");
    }
}
