//! Sequences read back from files: every format that is written, files of others, wrong files.

use octal::catalogue::own::{Agreement, Difference, compare};
use octal::export::read::{Entry, Place, ReadError, Table};
use octal::export::{Format, Header, Style};
use octal::period::search::{Limits, search};
use octal::period::view::View;
use proptest::prelude::*;

/// The formats that hold values.
const HOLD: [Format; 6] =
    [Format::Text, Format::Csv, Format::Json, Format::Bfile, Format::Latex, Format::Npy];

/// The values of a file, all of whose heaps are in order.
fn values(table: &Table) -> Vec<u64> {
    let entries: Vec<Entry> = table.entries().unwrap().collect::<Result<_, _>>().unwrap();
    assert!(entries.iter().map(|entry| entry.heap).eq(table.first..=table.last));
    entries.iter().map(|entry| entry.value).collect()
}

fn read(bytes: impl Into<Vec<u8>>) -> Result<Table, ReadError> {
    Table::from_bytes(bytes.into(), "f", None)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_reads_back(
        sequence in prop_oneof![
            prop::collection::vec(0..20u16, 1..300),
            prop::collection::vec(any::<u16>(), 1..300),
            prop::collection::vec(0..300u16, 8000..18000),
        ],
        from in prop_oneof![Just(0u64), 0..2000u64, 9_999_999_990..10_000_000_000u64],
        columns in prop::option::of(1..200usize),
        index in prop::option::of(0..5000u64),
        every in prop::option::of(1..40u64),
    ) {
        let to = from + sequence.len() as u64 - 1;
        let header = Header { code: "0.3[37]".into(), from, to, summary: Some("a, b: c".into()) };
        for format in HOLD {
            let marks = every.map(|k| (0..=to / k).map(move |i| i * k).skip_while(move |&n| n < from));
            let marked = marks.map(|heaps| Box::new(heaps) as Box<dyn Iterator<Item = u64>>);
            let largest = sequence.iter().copied().max();
            let mut bytes = vec![];
            let mut writer = format.styled(Style { columns, marked, index, largest }, &mut bytes);
            writer.begin(&header).unwrap();
            writer.chunk(&sequence).unwrap();
            writer.end().unwrap();
            drop(writer);
            // An array of numpy does not say where it begins.
            let first = (format == Format::Npy).then_some(from);
            let table = Table::from_bytes(bytes, "f", first).unwrap();
            prop_assert_eq!((table.format, table.first, table.last), (format, from, to));
            prop_assert!(values(&table).into_iter().eq(sequence.iter().map(|&v| u64::from(v))));
        }
    }

    #[test]
    fn any_bytes_are_a_table_or_an_error(
        start in prop_oneof![
            Just(&b""[..]), Just(&b"\x93NUMPY\x01\x00"[..]), Just(&b"n,grundy\n"[..]),
            Just(&b"{\"values\":["[..]), Just(&b"\\begin{tabular}\n"[..]), Just(&b"0: "[..]),
        ],
        rest in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..300),
            "[0-9 ,:\\n*&\\\\{}#]{0,100}".prop_map(String::into_bytes),
        ],
    ) {
        if let Ok(table) = read([start, &rest].concat()) {
            values(&table);
        }
    }
}

/// What other programs and people write.
#[test]
fn tables_of_others() {
    let tables: [(&[u8], Format, u64, &[u64]); 12] = [
        (b"0 0\n1 1\n2 2\n", Format::Bfile, 0, &[0, 1, 2]),
        (b"# A002186\r\n\r\n5 4\r\n6 3\r\n", Format::Bfile, 5, &[4, 3]),
        (b"\xef\xbb\xbf0\t7", Format::Bfile, 0, &[7]),
        (b"heap,value\n1,1\n2,2\n", Format::Csv, 1, &[1, 2]),
        (b"1,1\n2,2\n", Format::Csv, 1, &[1, 2]),
        (b"grundy,note,n\n\"3\",x,7\n", Format::Csv, 7, &[3]),
        (b"code,n,grundy\n0.77,7,2\n0.77,8,1\n", Format::Csv, 7, &[2, 1]),
        (b"  3: 3 1*\n5: 4\n", Format::Text, 3, &[3, 1, 4]),
        (b"{\"values\": [70000, 1]}", Format::Json, 0, &[70000, 1]),
        (b" {\"from\":3,\n\"code\":\"0.77\",\"values\":[3]}", Format::Json, 3, &[3]),
        (b"\\toprule\n$n$ & $+0$ \\\\\n10 & & 4 & \\textbf{12}\\\\\n", Format::Latex, 11, &[4, 12]),
        (b"18446744073709551 5\n", Format::Bfile, 18_446_744_073_709_551, &[5]),
    ];
    for (bytes, format, first, expected) in tables {
        let table = read(bytes).unwrap();
        assert_eq!((table.format, table.first), (format, first), "{table:?}");
        assert_eq!(values(&table), expected);
        let moved = Table::from_bytes(bytes.to_vec(), "f", Some(100)).unwrap();
        assert_eq!((moved.first, values(&moved)), (100, expected.to_vec()));
    }
}

/// An NPY file of version 1 with this dictionary and these bytes.
fn npy(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let length = (dictionary.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], dictionary.as_bytes(), data].concat()
}

#[test]
fn arrays_of_every_integer() {
    let dictionary =
        |descr: &str| format!("{{'shape': (2,), 'fortran_order': False, 'descr': '{descr}'}}\n");
    let arrays: [(&str, &[u8]); 6] = [
        ("|u1", &[200, 3]),
        ("<u2", &[200, 0, 3, 0]),
        (">u2", &[0, 200, 0, 3]),
        ("<i4", &[200, 0, 0, 0, 3, 0, 0, 0]),
        (">i8", &[0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0, 0, 3]),
        ("<u8", &[200, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]),
    ];
    for (descr, data) in arrays {
        assert_eq!(values(&read(npy(&dictionary(descr), data)).unwrap()), [200, 3], "{descr}");
    }
    let complaint =
        |dictionary: &str, data: &[u8]| read(npy(dictionary, data)).unwrap_err().to_string();
    let of_bytes = dictionary("|u1");
    let byte = 11 + of_bytes.len();
    assert_eq!(
        complaint(&of_bytes, &[1]),
        format!(
            "`f`, byte {byte}: found the end of the file too early, expected 2 values of 1 bytes"
        )
    );
    assert_eq!(
        complaint(&of_bytes, &[1, 2, 3]),
        format!(
            "`f`, byte {}: found more bytes, expected the end of the file after 2 values",
            byte + 2
        )
    );
    assert_eq!(
        complaint(&dictionary("|i1"), &[1, 255]),
        format!("`f`, byte {}: found -1, expected a value, which is never negative", byte + 1)
    );
    assert_eq!(
        complaint(&dictionary("<f8"), &[0; 16]),
        "`f`, byte 11: found `<f8`, expected an array of integers, such as '<u2'"
    );
    assert_eq!(
        complaint("{'descr': '|u1', 'shape': (2, 1), }", &[1, 1]),
        "`f`, byte 11: found `2, 1`, expected an array of one dimension, such as (1001,)"
    );
}

#[test]
fn files_that_hold_no_sequence() {
    let files: [(&[u8], &str); 16] = [
        (b"", "`f` holds no values: the formats read are text, csv, json, bfile, latex and npy"),
        (b"# nothing\n\n", "`f` holds no values"),
        (b"n,grundy\n", "`f` holds no values"),
        (b"{\"values\":[]}", "`f` holds no values"),
        (b"hello\n", "`f`, line 1: found `hello`, expected a sequence: the formats read are text"),
        (b"0.77 7 xxh3:038a9404d4a46412 max=4 at=5\n", "line 1: found `0.77 7 xxh3:"),
        (b"0 0\n1 1\n3 3\n", "line 3: found heap 3, expected heap 2, as heaps come one after"),
        (b"0 0\n1 1\n1 1\n", "line 3: found heap 1, expected heap 2"),
        (
            b"0 0\n1 one\n",
            "line 2: found `one`, expected an index and a value with a blank between",
        ),
        (b"0 0\n\n1\n", "line 3: found `1`, expected an index and a value"),
        (b"n,grundy\n0,0\n1,-1\n", "line 3: found `-1`, expected a value, a whole number"),
        (b"a,b,c\n", "line 1: found `a,b,c`, expected a header with the columns n and grundy"),
        (b"0: 0 1 x\n", "line 1: found `x`, expected a value, a whole number"),
        (
            b"0 0\n\xff",
            "line 2: found byte 1 of the line, which is not UTF-8, expected text, or an NPY",
        ),
        (b"{\"values\":\n[1,-1]}", "line 2: found invalid value: integer `-1`"),
        (b"9999999999999999999 0\n", "ends with heap 9999999999999999999: heaps below 2^62"),
    ];
    for (bytes, complaint) in files {
        let error = read(bytes).unwrap_err().to_string();
        assert!(error.contains(complaint), "{error}");
        assert!(error.starts_with("`f`"), "{error}");
    }
    let missing = Table::open("no/such/file".as_ref(), None).unwrap_err().to_string();
    assert!(missing.contains("`no/such/file` cannot be read") && missing.contains("give the path"));
}

/// A line without end is refused, not kept.
#[test]
fn a_line_of_fifty_megabytes() {
    let error = read(vec![b'1'; 50 << 20]).unwrap_err().to_string();
    assert!(
        error.contains("line 1: found a longer line, expected a line of a sequence"),
        "{error}"
    );
}

#[test]
fn the_first_wrong_value_is_found() {
    let kayles = search(&"0.77".parse().unwrap(), &Limits::heaps(60), &()).unwrap();
    let view = View::from(&kayles);
    let right: Vec<u64> = kayles.values().iter().map(u64::from).collect();
    let compare = |values: &[u64]| {
        let rows: Vec<String> = (0..).zip(values).map(|(n, v)| format!("{n} {v}\n")).collect();
        compare(&read(rows.concat()).unwrap(), &view).unwrap()
    };
    assert_eq!(compare(&right), Agreement::Right);
    for wrong in [0, 17, 60] {
        let mut values = right.clone();
        (values[60], values[wrong]) = (1_000_000, 1_000_000);
        let place = Place::Line(wrong as u64 + 1);
        let difference =
            Difference { heap: wrong as u64, found: 1_000_000, right: right[wrong], place };
        assert_eq!(compare(&values), Agreement::Wrong(difference));
    }
    // Nothing is said of heaps beyond those known.
    assert_eq!(compare(&[&right[..], &[0]].concat()), Agreement::Unknown(61));
}
