//! Sequences read back from files: every format that is written, files of others, wrong files.

use octal::catalogue::compare::{Agreement, Difference, compare, expect_game};
use octal::formats::read::{Entry, FilePlace, ReadError, TableForm, ValueTable};
use octal::formats::{Format, Header, Style};
use octal::period::search::{Limits, search};
use octal::period::shifted::View;
use proptest::prelude::*;

/// The formats that hold values.
const HOLD: [Format; 6] =
    [Format::Text, Format::Csv, Format::Json, Format::Bfile, Format::Latex, Format::Npy];

/// The values of a file, all of whose heaps are in order.
fn values(table: &ValueTable) -> Vec<u64> {
    let entries: Vec<Entry> = table.entries().unwrap().collect::<Result<_, _>>().unwrap();
    assert!(entries.iter().map(|entry| entry.heap).eq(table.first..=table.last));
    entries.iter().map(|entry| entry.value).collect()
}

fn read(bytes: impl Into<Vec<u8>>) -> Result<ValueTable, ReadError> {
    ValueTable::from_bytes(bytes.into(), "f", None)
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
            let largest = sequence.iter().copied().max().map(u64::from);
            let mut bytes = vec![];
            let mut writer = format.styled(Style { columns, marked, index, largest }, &mut bytes);
            writer.begin(&header).unwrap();
            writer.chunk(&sequence).unwrap();
            writer.end().unwrap();
            drop(writer);
            // An array of numpy does not say where it begins.
            let first = (format == Format::Npy).then_some(from);
            let table = ValueTable::from_bytes(bytes, "f", first).unwrap();
            let found = (table.form.name(), table.first, table.last);
            prop_assert_eq!(found, (format.name(), from, to));
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
    let tables: [(&[u8], TableForm, u64, &[u64]); 25] = [
        (b"0 0\n1 1\n2 2\n", TableForm::Bfile, 0, &[0, 1, 2]),
        (b"# A002186\r\n\r\n5 4\r\n6 3\r\n", TableForm::Bfile, 5, &[4, 3]),
        (b"\xef\xbb\xbf0\t7", TableForm::Bfile, 0, &[7]),
        (b"heap,value\n1,1\n2,2\n", TableForm::Csv, 1, &[1, 2]),
        (b"1,1\n2,2\n", TableForm::Csv, 1, &[1, 2]),
        (b"grundy,note,n\n\"3\",x,7\n", TableForm::Csv, 7, &[3]),
        (b"code,n,grundy\n0.77,7,2\n0.77,8,1\n", TableForm::Csv, 7, &[2, 1]),
        (b"  3: 3 1*\n5: 4\n", TableForm::Text, 3, &[3, 1, 4]),
        (b"{\"values\": [70000, 1]}", TableForm::Json, 0, &[70000, 1]),
        (b" {\"from\":3,\n\"code\":\"0.77\",\"values\":[3]}", TableForm::Json, 3, &[3]),
        (
            b"\\begin{tabular}{rr}\\toprule\n$n$ & $+0$ \\\\\n10 & & 4 & \\textbf{12}\\\\\n\\end{tabular}",
            TableForm::Latex,
            11,
            &[4, 12],
        ),
        (b"\\begin{tabular}{r}\n3 & 4 \\\\ \\hline\n\\end{tabular}", TableForm::Latex, 3, &[4]),
        (b"0, 1, 2, 3, 1, 4", TableForm::List, 0, &[0, 1, 2, 3, 1, 4]),
        (b"0,1,2,3,1,4\n", TableForm::List, 0, &[0, 1, 2, 3, 1, 4]),
        (b"0, 1, 2,\n3, 1,\r\n4\n", TableForm::List, 0, &[0, 1, 2, 3, 1, 4]),
        (b"0, 1,\n2", TableForm::List, 0, &[0, 1, 2]),
        (b"0 1 2 3\n", TableForm::List, 0, &[0, 1, 2, 3]),
        (b"0\n1\n2\n", TableForm::List, 0, &[0, 1, 2]),
        (b"[0,1, 2,\n3]\n", TableForm::Json, 0, &[0, 1, 2, 3]),
        (b"\xef\xbb\xbf[0,1]", TableForm::Json, 0, &[0, 1]),
        (b"n;grundy\n1;1\n2;2\n", TableForm::Csv, 1, &[1, 2]),
        (b"Heap\tGrundy\n1\t1\n2\t2\n", TableForm::Csv, 1, &[1, 2]),
        (b"n,note,grundy\n1,\"a, \"\"b\"\"\",1\n2,,2\n", TableForm::Csv, 1, &[1, 2]),
        (b"# 0.77, heaps 3 to 4: open\n3: 3 1\n# 0.77, heaps 5 to 5\n5: 4\n", TableForm::Text, 3, &[3, 1, 4]),
        (b"18446744073709551 5\n", TableForm::Bfile, 18_446_744_073_709_551, &[5]),
    ];
    for (bytes, format, first, expected) in tables {
        let table = read(bytes).unwrap();
        assert_eq!((table.form, table.first), (format, first), "{table:?}");
        assert_eq!(values(&table), expected);
        let moved = ValueTable::from_bytes(bytes.to_vec(), "f", Some(100)).unwrap();
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
            "`f`, byte {byte}: found the end of the file too early, expected 2 values of 1 byte"
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
        (
            b"",
            "`f` holds no values: the formats read are text, csv, json, bfile, latex, npy and lists",
        ),
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
        (b"a,b,c\n", "line 1: found `a,b,c`, expected a header with a column n or heap and"),
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
    let missing = ValueTable::open("no/such/file".as_ref(), None).unwrap_err().to_string();
    assert!(missing.contains("`no/such/file` cannot be read") && missing.contains("give the path"));
}

/// Files that are cut off or speak against themselves never pass for a sequence.
#[test]
fn files_that_are_cut_off_or_foreign() {
    let files: [(&[u8], &str); 24] = [
        (b"a,b\n0,0\n1,1\n", "line 1: found `a,b`, expected a header with a column n or heap"),
        (b"n,heap,grundy\n0,0,0\n", "line 1: found `n,heap,grundy`, expected a header"),
        (b"n,grundy\n0,0\n1,\"1\n", "line 3: found a quote that is not closed on its line"),
        (b"n,grundy\n0,0\n1\n", "line 3: found 1 field, expected 2 fields, as on the first line"),
        (b"n,grundy\n0,0\n1,1,1\n", "line 3: found 3 fields, expected 2 fields"),
        (b"n,grundy\n0,0\n1,\n", "line 3: found nothing, expected a value, a whole number"),
        (b"n;grundy\n0,0\n", "line 2: found 1 field, expected 2 fields"),
        (
            b"code,n,grundy\n0.77,1,1\n0.07,2,1\n",
            "line 3: found `0.07`, expected the code of the rows",
        ),
        (
            b"0,1\n",
            "line 1: found two numbers and no more, a heap and its value or two values, expected",
        ),
        (
            b"0,0,5\n1,1,7\n",
            "line 2: found `1,1,7`, expected no further line, unless the line before",
        ),
        (b"0;1;2\n", "line 1: found `0;1;2`, expected a header"),
        (b"0, 1, 2,\n", "line 1: found the end of the file after a comma, expected a value"),
        (b"0, 1, x, 3\n", "line 1: found `0, 1, x, 3`, expected a header"),
        (b"0, 1, 2,\n3, x\n", "line 2: found `x`, expected a value, a whole number"),
        (b"0\n1 1\n", "line 2: found `1 1`, expected one value on each line"),
        (b"[0,1,", "line 1: found EOF while parsing a value at line 1 column 5, expected an array"),
        (b"[0,1] [2]", "line 1: found trailing characters at line 1 column 7, expected an array"),
        (
            b"{\"from\":0,\"to\":900,\"values\":[0,1,2]}",
            "key `values`: found 3 values, expected as many values as from heap 0 to heap 900",
        ),
        (b"{\"form\":3,\"values\":[0,1,2]}", "line 1: found unknown field `form`, expected one of"),
        (
            b"# 0.77, heaps 0 to 3: open\n0: 0 1 2\n",
            "line 2: found the end of the file, expected 1 more value, which line 1 promises",
        ),
        (
            b"# 0.77, heaps 0 to 3\n0 0\n1 1\n",
            "line 3: found the end of the file, expected 2 more values",
        ),
        (
            b"\\begin{tabular}{rr}\n0 & 0 \\\\\n",
            "line 2: found the end of the file, expected `\\end{tabular}`: the table is cut off",
        ),
        (
            b"\\begin{tabular}{rr}\n0 & 0 & 1",
            "line 2: found `0 & 0 & 1`, expected a row that ends with",
        ),
        (
            b"\\midrule\n0 & 0 \\\\\n\\end{tabular}\n",
            "line 2: found `0 & 0 \\\\`, expected `\\begin{tabular}` before the rows",
        ),
    ];
    for (bytes, complaint) in files {
        let error = read(bytes).unwrap_err().to_string();
        assert!(error.contains(complaint), "{error}\n{complaint}");
        assert!(error.starts_with("`f`"), "{error}");
    }
}

/// What this program writes is read whole or refused, wherever it is cut off within a value or
/// after one, but for CSV, which has no end of its own.
#[test]
fn every_cut_is_found() {
    let header = Header { code: "0.77".into(), from: 0, to: 99, summary: Some("open".into()) };
    let values: Vec<u16> = (0..100).map(|n| n % 7).collect();
    for format in HOLD.into_iter().filter(|&format| format != Format::Csv) {
        let mut bytes = vec![];
        let mut writer = format.writer(&mut bytes);
        writer.begin(&header).unwrap();
        writer.chunk(&values).unwrap();
        writer.end().unwrap();
        drop(writer);
        let values_end = bytes.trim_ascii_end().len();
        for end in 0..values_end {
            if let Ok(table) = read(&bytes[..end]) {
                assert_eq!((table.first, table.last), (0, 99), "{format} cut at {end}");
                assert!(format == Format::Latex, "{format} cut at {end} of {values_end}");
            }
        }
    }
}

#[test]
fn a_table_of_another_game() {
    let kayles = "kayles".parse().unwrap();
    let found =
        |line, code| format!("`f`, line {line}: found the code `{code}`, expected `0.77`, ");
    let (first, third) = (found(1, "0.137"), found(3, "Dawson's Chess"));
    let tables: [(&[u8], Option<&str>); 18] = [
        (b"{\"values\":[0]}", None),
        (b"{\"code\":null,\"values\":[0]}", None),
        (b"{\"code\":\"kayles\",\"values\":[0]}", None),
        (b"code,n,grundy\n0.77,1,1\n", None),
        (
            b"{\"code\":\"0.07\",\"values\":[0]}",
            Some("`f`, key `code`: found the code `0.07`, expected `0.77`, the game asked for"),
        ),
        (b"n,code,grundy\n1,,1\n", None),
        (b"# 0.137, heaps 0 to 0\n0:  0\n", Some(&first)),
        (b"#0.137, heaps 0 to 0; exceptions marked *\n0:  0*\n", Some(&first)),
        (b"# 0.137, heaps 0 to 0: period 34 from heap 53 on, proved\n0 0\n", Some(&first)),
        (b"# 0.77, heaps 0 to 0\n0 0\n# Dawson's Chess, heaps 1 to 1\n1 1\n", Some(&third)),
        (b"# 0.77, heaps 0 to 0\n0 0\n# .770, heaps 1 to 1\n1 1\n", None),
        (b"# Kayles, heaps 0 to 0\n0: 0\n", None),
        (b"# 0.77 shift 1, heaps 0 to 0\n0: 0\n", Some("found the code `0.77 shift 1`")),
        // Titles of others, and comments that are none.
        (b"# My 0.137, heaps 0 to 0\n0: 0\n", None),
        (b"# 0.137\n0: 0\n", None),
        (b"# 0.137, heaps of stones\n0: 0\n", None),
        (
            b"\\begin{table}\n\\caption{0.137, heaps 0 to 0}\n0 & 0 \\\\\n\\end{table}\n",
            Some("`f`, line 2: found the code `0.137`"),
        ),
        (b"\\begin{table}\n\\caption{Values of 0.137}\n0 & 0 \\\\\n\\end{table}\n", None),
    ];
    for (bytes, complaint) in tables {
        let error = expect_game(&read(bytes).unwrap(), &kayles).err().map(|e| e.to_string());
        match complaint {
            None => assert_eq!(error, None),
            Some(complaint) => assert!(error.clone().unwrap().contains(complaint), "{error:?}"),
        }
    }
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
        let place = FilePlace::Line(wrong as u64 + 1);
        let difference =
            Difference { heap: wrong as u64, found: 1_000_000, right: right[wrong], place };
        assert_eq!(compare(&values), Agreement::Wrong(difference));
    }
    // Nothing is said of heaps beyond those known.
    assert_eq!(compare(&[&right[..], &[0]].concat()), Agreement::Unknown(61));
}
