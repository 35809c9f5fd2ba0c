//! Sequences read back from files: every format that is written, files of others, wrong files.

use octal::catalogue::compare::{Agreement, Difference, compare, other_game, usual_offsets};
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
            let marks = every.map(|k| (from.div_ceil(k)..=to / k).map(move |i| i * k));
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
            prop_assert_eq!((table.first, table.last), (from, to), "{}", format);
            prop_assert_eq!(table.states_heaps, true);
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

/// Tables that other programs and people write.
#[test]
fn tables_of_others() {
    use TableForm::{Json, List, Pairs, Rows};
    let tables: [(&str, TableForm, u64, &[u64]); 46] = [
        ("0 0\n1 1\n2 2\n", Pairs, 0, &[0, 1, 2]),
        ("# A002186\r\n\r\n5 4\r\n6 3\r\n", Pairs, 5, &[4, 3]),
        ("\u{feff}0\t7\n1\t3", Pairs, 0, &[7, 3]),
        ("# 0.77, heaps 5 to 5\n5 4\n", Pairs, 5, &[4]),
        ("heap,value\n1,1\n2,2\n", Pairs, 1, &[1, 2]),
        ("n,G\n1,1\n2,2\n", Pairs, 1, &[1, 2]),
        ("n,G(n)\n1,1\n2,2\n", Pairs, 1, &[1, 2]),
        ("\u{feff}heap,nim-value\r\n1,1\r\n2,2\r\n", Pairs, 1, &[1, 2]),
        ("n G(n)\n7 2\n", Pairs, 7, &[2]),
        ("Kayles, by hand, 1956\nn\tGrundy value\n7\t2\n", Pairs, 7, &[2]),
        ("$n$ & $G(n)$ \\\\ \\hline\n7 & 2 \\\\\n", Pairs, 7, &[2]),
        ("1,1\n2,2\n", Pairs, 1, &[1, 2]),
        ("\"1\";\"1\"\n\"2\";\"2\"\n", Pairs, 1, &[1, 2]),
        ("grundy,note,n\n\"3\",x,7\n", Pairs, 7, &[3]),
        ("code,n,grundy\n0.77,7,2\n0.77,8,1\n", Pairs, 7, &[2, 1]),
        ("n;grundy\n1;1\n2;2\n", Pairs, 1, &[1, 2]),
        ("Heap\tGrundy\n1\t1\n2\t2\n", Pairs, 1, &[1, 2]),
        ("n,note,grundy\n1,\"a, \"\"b\"\"\",1\n2,,2\n", Pairs, 1, &[1, 2]),
        ("Values of Kayles\n0 0\n1 1\n", Pairs, 0, &[0, 1]),
        ("  3: 3 1*\n5: 4\n", Rows, 3, &[3, 1, 4]),
        ("3 : 3, 1\n5 : 4\n", Rows, 3, &[3, 1, 4]),
        ("   000+ 0 1 1\n   003+ 2 2 3\n", Rows, 0, &[0, 1, 1, 2, 2, 3]),
        ("0.177\n0+: 0 1 1\n3+: 2\n", Rows, 0, &[0, 1, 1, 2]),
        ("# 0.77, heaps 3 to 4: open\n3: 3 1\n# 0.77, heaps 5 to 5\n5: 4\n", Rows, 3, &[3, 1, 4]),
        ("0 0 1 2\n3 3 1 4\n6 3 2 1\n", Rows, 0, &[0, 1, 2, 3, 1, 4, 3, 2, 1]),
        (
            "\\begin{tabular}{rr}\\toprule\n$n$ & $+0$ \\\\\n10 & & 4 & \\textbf{12}\\\\\n\\end{tabular}",
            Rows,
            11,
            &[4, 12],
        ),
        (
            "$n$ & $0$ & $1$ \\\\\n10 & 4 & 3 \\\\[2pt] \\hline % end\n12 & 4 & & \\\\\n",
            Rows,
            10,
            &[4, 3, 4],
        ),
        ("\\hline 3: & $4$ & 5 \\\\ \\hline\n", Rows, 3, &[4, 5]),
        ("0 & 1 & 2 \\\\\n3 & 1 & 4 \\\\\n", List, 0, &[0, 1, 2, 3, 1, 4]),
        ("{\"values\": [70000, 1]}", Json, 0, &[70000, 1]),
        (" {\"from\":3,\n\"code\":\"0.77\",\"values\":[3]}", Json, 3, &[3]),
        ("[0,1, 2,\n3]\n", Json, 0, &[0, 1, 2, 3]),
        ("\u{feff}[0,1]", Json, 0, &[0, 1]),
        ("0, 1, 2, 3, 1, 4", List, 0, &[0, 1, 2, 3, 1, 4]),
        ("0,1,2,3,1,4\n", List, 0, &[0, 1, 2, 3, 1, 4]),
        ("0;1;2\n", List, 0, &[0, 1, 2]),
        ("0, 1, 2,\n3, 1,\r\n4\n", List, 0, &[0, 1, 2, 3, 1, 4]),
        ("0, 1,\n2", List, 0, &[0, 1, 2]),
        ("0 1 2 3\n", List, 0, &[0, 1, 2, 3]),
        ("0 1 2\n3 1 4\n3 2\n", List, 0, &[0, 1, 2, 3, 1, 4, 3, 2]),
        ("0, 1, 2\n3, 1, 4\n", List, 0, &[0, 1, 2, 3, 1, 4]),
        ("0\n1\n2\n", List, 0, &[0, 1, 2]),
        ("Kayles (0.77), heaps 0 to 3\n0, 1, 2, 3\n", List, 0, &[0, 1, 2, 3]),
        ("0.156 from heap 1 to 3\n1 2 3\n", List, 0, &[1, 2, 3]),
        ("grundy\n0\n1\n2\n", List, 0, &[0, 1, 2]),
        ("18446744073709551: 5\n", Rows, 18_446_744_073_709_551, &[5]),
    ];
    for (text, form, first, expected) in tables {
        let table = read(text).unwrap();
        assert_eq!((table.form, table.first), (form, first), "{text}: {table:?}");
        assert_eq!(values(&table), expected, "{text}");
        let states = form != List && !(form == Json && first == 0);
        assert_eq!(table.states_heaps, states, "{text}");
        let moved = ValueTable::from_bytes(text.into(), "f", Some(100)).unwrap();
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

/// A file that holds no sequence, or may hold two, is refused with the place and with what would be
/// right.
#[test]
fn files_that_are_refused() {
    let files: [(&[u8], &str); 54] = [
        (
            b"",
            "`f` holds no values: the formats read are text, csv, json, bfile, latex, npy and lists",
        ),
        (b"# nothing\n\n", "`f` holds no values"),
        (b"n,grundy\n", "`f` holds no values"),
        (b"{\"values\":[]}", "`f` holds no values"),
        (b"hello\n", "`f`, line 1: found `hello`, expected a sequence: the formats read are text"),
        (b"a,b,c\n", "line 1: found `a,b,c`, expected a sequence"),
        (b"0.77 7 xxh3:038a9404d4a46412 max=4 at=5\n", "line 1: found `0.77 7 xxh3:"),
        (
            b"one title\nanother\n0 1 2\n",
            "line 2, column 1: found `another`, expected numbers, as one title",
        ),
        // Numbers that are none.
        (b"0 0\n1 one\n", "line 2, column 3: found `one`, expected a value, a whole number"),
        (
            b"n,grundy\n0,0\n1,-1\n",
            "line 3, column 3: found `-1`, expected a value, a whole number",
        ),
        (b"0: 0 1 x\n", "line 1, column 8: found `x`, expected a value, a whole number"),
        (b"0, 1, x, 3\n", "line 1, column 7: found `x`, expected a value"),
        (b"0, 1, 2,\n3, x\n", "line 2, column 4: found `x`, expected a value, a whole number"),
        (
            b"0, 1, 2,\nO, 3\n",
            "line 2, column 1: found `O` with the letter O, expected `0` with the digit 0",
        ),
        (b"O 1 1o 3\n", "line 1, column 1: found `O` with the letter O"),
        (
            b"0 1 1o 3\n",
            "line 1, column 5: found `1o` with the letter O, expected `10` with the digit 0",
        ),
        (
            b"0 1 99999999999999999999\n",
            "line 1, column 5: found `99999999999999999999`, expected a number below 2^64",
        ),
        (
            b"0 0\n\xff",
            "line 2: found byte 1 of the line, which is not UTF-8, expected text, or an NPY",
        ),
        (b"{\"values\":\n[1,-1]}", "line 2, column 5: found invalid value: integer `-1`"),
        (b"9999999999999999999: 0\n", "ends with heap 9999999999999999999: heaps below 2^62"),
        // Heaps that do not follow each other.
        (b"0 0\n1 1\n3 3\n", "line 3: found heap 3, expected heap 2, as heaps come one after"),
        (b"0 0\n1 1\n1 1\n", "line 3: found heap 1, expected heap 2"),
        (b"0: 0 1 2\n4: 3\n", "line 2: found heap 4, expected heap 3"),
        (b"0 0 1 2\n3 3 1 4\n7 3 2 1\n", "line 3: found heap 7, expected heap 6"),
        (b"0: 0 1 2\n3 1 4\n", "line 2: found a row without its heap, expected `20:` before it"),
        (b"0 1 2\n3: 1 4\n", "line 2: found the heap 3 before a row, expected no heap"),
        // Texts that may mean two things.
        (
            b"0,1\n",
            "line 1: found two numbers and no more, a heap and its value or two values, expected a header",
        ),
        (
            b"0 0 1 2\n3 3 1 4\n",
            "line 1: found rows whose first number may be a heap or a value, expected `0:` before",
        ),
        (
            b"0,0,5\n1,1,7\n2,2,8\n",
            "line 1: found rows that begin with a heap and have several numbers more, expected a header",
        ),
        (b"a,b\n0,0\n1,1\n", "line 1: found `a,b`, expected a header with a column n or heap"),
        (
            b"n,heap,grundy\n0,0,0\n",
            "line 1, column 1: found `n,heap,grundy`, expected one column n or heap",
        ),
        // Rows of another shape than the first.
        (b"0 0\n\n1\n", "line 3: found 1 number, expected a heap and its value"),
        (b"0 0\n1 1\n2 2 2\n", "line 3: found 3 numbers, expected a heap and its value"),
        (b"0\n1 1\n", "line 2: found 2 numbers, expected 1 number, as in the first row"),
        (
            b"0 1 2\n3 1\n4 3 2\n",
            "line 3: found another row, expected the end of the list, as line 2 has 2 numbers",
        ),
        (b"n,grundy\n0,0\n1\n", "line 3: found 1 field, expected 2 fields, as in the header"),
        (b"n,grundy\n0,0\n1,1,1\n", "line 3: found 3 fields, expected 2 fields"),
        (b"n;grundy\n0,0\n", "line 2: found 1 field, expected 2 fields"),
        (
            b"n,grundy\n0,0\n1,\n",
            "line 3, column 3: found nothing, expected a value, a whole number",
        ),
        (b"0,1,,2\n", "line 1, column 5: found an empty cell, expected a value"),
        (b"n,grundy\n0,0\n1,\"1\n", "line 3: found a quote that is not closed on its line"),
        (
            b"code,n,grundy\n0.77,1,1\n0.07,2,1\n",
            "line 3, column 1: found `0.07`, expected the code of the rows",
        ),
        // Files that are cut off.
        (b"0, 1, 2,\n", "line 1: found the end of the file after a comma, expected a value"),
        (
            b"[0,1,",
            "line 1, column 5: found EOF while parsing a value at line 1 column 5, expected an array",
        ),
        (
            b"[0,1] [2]",
            "line 1, column 7: found trailing characters at line 1 column 7, expected an array",
        ),
        (
            b"{\"from\":0,\"to\":900,\"values\":[0,1,2]}",
            "key `values`: found 3 values, expected as many values as from heap 0 to heap 900",
        ),
        (
            b"{\"form\":3,\"values\":[0,1,2]}",
            "line 1, column 7: found unknown field `form`, expected one of",
        ),
        (
            b"# 0.77, heaps 0 to 3: open\n0: 0 1 2\n",
            "line 2: found the end of the file, expected 1 more value, which line 1 promises",
        ),
        (
            b"# 0.77, heaps 0 to 3\n0 0\n1 1\n",
            "line 3: found the end of the file, expected 2 more values",
        ),
        (
            b"# 0.77, heaps 0 to 3\n0 0\n# 0.77, heaps 1 to 2\n1 1\n2 2\n",
            "line 4: found another title, expected 3 more values, which line 1 promises",
        ),
        (
            b"\\begin{tabular}{rr}\n0 & 0 \\\\\n1 & 1 \\\\\n",
            "line 3: found the end of the file, expected `\\end{tabular}`: the table is cut off",
        ),
        (
            b"\\midrule\n0: & 0 \\\\\n\\end{tabular}\n",
            "line 3, column 1: found `\\end{tabular}`, expected the end of the environment that was begun last",
        ),
        (
            b"\\begin{tabular}{rr\n0: & 0 \\\\\n",
            "line 1, column 16: found `{rr`, expected its closing bracket",
        ),
        (
            b"0: & 0 \\\\ 1: & 1 \\\\\n",
            "line 1, column 11: found `1: & 1 \\\\`, expected a new line",
        ),
    ];
    for (bytes, complaint) in files {
        let error = read(bytes).map(|table| format!("{table:?}")).unwrap_or_else(|e| e.to_string());
        assert!(error.contains(complaint), "{error}\n{complaint}");
        assert!(error.starts_with("`f`"), "{error}");
    }
    let missing = ValueTable::open("no/such/file".as_ref(), None).unwrap_err().to_string();
    assert!(missing.contains("`no/such/file` cannot be read") && missing.contains("give the path"));
}

/// A file written by this program is read whole or refused, wherever it is cut off within a value
/// or after one. CSV is the exception, since it has no end of its own.
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

/// The name of another game in a table, and its place.
type OtherGame = Option<(&'static str, FilePlace)>;

#[test]
fn a_table_of_another_game() {
    let kayles = "kayles".parse().unwrap();
    let line = |line| FilePlace::Line(line);
    let tables: [(&[u8], OtherGame); 18] = [
        (b"{\"values\":[0]}", None),
        (b"{\"code\":null,\"values\":[0]}", None),
        (b"{\"code\":\"kayles\",\"values\":[0]}", None),
        (b"code,n,grundy\n0.77,1,1\n", None),
        (b"{\"code\":\"0.07\",\"values\":[0]}", Some(("0.07", FilePlace::Key("code")))),
        (b"n,code,grundy\n1,,1\n", None),
        (b"# 0.137, heaps 0 to 0\n0:  0\n", Some(("0.137", line(1)))),
        (b"#0.137, heaps 0 to 0; exceptions marked *\n0:  0*\n", Some(("0.137", line(1)))),
        (
            b"# 0.137, heaps 0 to 0: period 34 from heap 53 on, proved\n0 0\n",
            Some(("0.137", line(1))),
        ),
        (
            b"# 0.77, heaps 0 to 0\n0 0\n# Dawson's Chess, heaps 1 to 1\n1 1\n",
            Some(("Dawson's Chess", line(3))),
        ),
        (b"# 0.77, heaps 0 to 0\n0 0\n# .770, heaps 1 to 1\n1 1\n", None),
        (b"# Kayles, heaps 0 to 0\n0: 0\n", None),
        (b"# 0.77 shift 1, heaps 0 to 0\n0: 0\n", Some(("0.77 shift 1", line(1)))),
        // Titles of others, and comments that are none.
        (b"# My 0.137, heaps 0 to 0\n0: 0\n", None),
        (b"# 0.137\n0: 0\n", None),
        (b"# 0.137, heaps of stones\n0: 0\n", None),
        (
            b"\\begin{table}\n\\caption{0.137, heaps 0 to 0}\n0: & 0 \\\\\n\\end{table}\n",
            Some(("0.137", line(2))),
        ),
        (b"\\begin{table}\n\\caption{Values of 0.137}\n0: & 0 \\\\\n\\end{table}\n", None),
    ];
    for (bytes, other) in tables {
        let table = read(bytes).unwrap();
        let named = other_game(&table, &kayles).map(|(code, place)| (&**code, *place));
        assert_eq!(named, other, "{}", String::from_utf8_lossy(bytes));
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
    let kayles = search(&"0.77".parse().unwrap(), &Limits::heaps(60), &|_| true).unwrap();
    let view = View::from(&kayles);
    let right: Vec<u64> = kayles.values().iter().map(u64::from).collect();
    let compare = |values: &[u64]| {
        let rows: Vec<String> = (0..).zip(values).map(|(n, v)| format!("{n} {v}\n")).collect();
        compare(&read(rows.concat()).unwrap(), &view, &[0]).unwrap()[0]
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

/// Tables count heaps in other ways: without heap 0, or as a cousin does.
#[test]
fn other_first_heaps() {
    let kayles = search(&"0.77".parse().unwrap(), &Limits::heaps(60), &|_| true).unwrap();
    let compare = |text: &str, offsets: &[i64]| {
        compare(&read(text).unwrap(), &View::from(&kayles), offsets).unwrap()
    };
    let fits = |text: &str, offsets: &[i64]| {
        compare(text, offsets).iter().map(|found| *found == Agreement::Right).collect::<Vec<_>>()
    };
    assert_eq!(fits("1 2 3 1 4", &[0, 1, 2, -1]), [false, true, false, false]);
    assert_eq!(fits("0 0 1 2 3 1 4", &[0, 1, -1, -2]), [false, false, true, false]);
    assert_eq!(fits("7: 1 2 3 1 4", &[0, -6]), [false, true]);
    let place = FilePlace::Line(1);
    let wrong = Difference { heap: 3, found: 7, right: 3, place };
    assert_eq!(compare("1 2 7 1 4", &[1]), [Agreement::Wrong(wrong)]);
    assert_eq!(usual_offsets(&"0.77".parse().unwrap()), [0, 1, 2, 3, -1, -2, -3]);
    assert_eq!(usual_offsets(&"0.77 shift 5".parse().unwrap())[..7], [0, 1, 2, 3, 4, 5, 6]);
}
