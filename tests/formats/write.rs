//! Every format byte for byte, and read back.

use std::io::{self, Write};

use octal::formats::digest::Digester;
use octal::formats::read::ValueTable;
use octal::formats::{Format, Header, Style};
use proptest::prelude::*;

/// G(0), …, G(100) of Kayles, 0.77 `[WW]`.
const KAYLES: [u16; 101] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2,
    1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8,
    1, 4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7,
    4, 1, 2, 8, 1,
];

fn header(code: &str, from: u64, count: usize, summary: Option<&str>) -> Header {
    let (to, from) = match count as u64 {
        0 => (from, from + 1),
        count => (from + count - 1, from),
    };
    Header { code: code.into(), from, to, summary: summary.map(str::to_owned) }
}

/// The bytes of a whole sequence, cut where `cuts` says.
fn write(format: Format, header: &Header, values: &[u16], cuts: &[usize]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut writer = format.writer(&mut bytes);
    writer.begin(header)?;
    let mut rest = values;
    for &cut in cuts {
        let (chunk, later) = rest.split_at(cut.min(rest.len()));
        writer.chunk(chunk)?;
        rest = later;
    }
    writer.chunk(rest)?;
    writer.end()?;
    drop(writer);
    Ok(bytes)
}

/// The text of a sequence of 0.77 that begins at `from`.
fn kayles(format: Format, from: u64, values: &[u16]) -> String {
    let header = header("0.77", from, values.len(), Some("period 12, preperiod 71, proved"));
    String::from_utf8(write(format, &header, values, &[]).unwrap()).unwrap()
}

#[test]
fn text_in_rows_of_twenty() {
    assert_eq!(
        kayles(Format::Text, 0, &KAYLES[..43]),
        "# 0.77, heaps 0 to 42: period 12, preperiod 71, proved\n\
         \x200:  0  1  2  3  1  4  3  2  1  4  2  6  4  1  2  7  1  4  3  2\n\
         20:  1  4  6  7  4  1  2  8  5  4  7  2  1  8  6  7  4  1  2  3\n\
         40:  1  4  7\n"
    );
}

#[test]
fn text_widens_once() {
    let mut values = vec![7; 61];
    values[25] = 1234;
    let header = header("0.007", 95, 61, None);
    let text = String::from_utf8(write(Format::Text, &header, &values, &[]).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# 0.007, heaps 95 to 155");
    assert_eq!(lines[1], format!(" 95:{}", "  7".repeat(20)));
    let sevens = "    7";
    assert_eq!(lines[2], format!("115:{} 1234{}", sevens.repeat(5), sevens.repeat(14)));
    assert_eq!(lines[3], format!("135:{}", sevens.repeat(20)));
    assert_eq!(lines[4], format!("155:{sevens}"));
}

#[test]
fn csv_has_a_row_a_heap() {
    assert_eq!(kayles(Format::Csv, 9, &KAYLES[9..12]), "n,grundy\n9,4\n10,2\n11,6\n");
}

#[test]
fn bfile_has_a_line_a_heap() {
    assert_eq!(
        kayles(Format::Bfile, 0, &KAYLES[..3]),
        "# 0.77, heaps 0 to 2: period 12, preperiod 71, proved\n0 0\n1 1\n2 2\n"
    );
}

#[test]
fn json_is_one_object() {
    assert_eq!(
        kayles(Format::Json, 0, &KAYLES[..4]),
        "{\"code\":\"0.77\",\"from\":0,\"to\":3,\
         \"summary\":\"period 12, preperiod 71, proved\",\"values\":[0,1,2,3]}\n"
    );
    let bytes = write(Format::Json, &header("a\"\\\n", 5, 1, None), &[7], &[]).unwrap();
    let read: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(
        read,
        serde_json::json!({"code": "a\"\\\n", "from": 5, "to": 5, "summary": null, "values": [7]})
    );
}

#[test]
fn latex_rows_begin_at_multiples_of_ten() {
    let header = header("0.3[37]", 7, 14, Some("100% of a_n ^ {b} & c\\d"));
    let table = write(Format::Latex, &header, &KAYLES[7..21], &[]).unwrap();
    assert_eq!(
        String::from_utf8(table).unwrap(),
        r"% \usepackage{booktabs}
\begin{table}
\centering
\caption{0.3[37], heaps 7 to 20: 100\% of a\_n \textasciicircum{} \{b\} \& c\textbackslash{}d}
\begin{tabular}{@{}r*{10}{r}@{}}
\toprule
$n$ & $+0$ & $+1$ & $+2$ & $+3$ & $+4$ & $+5$ & $+6$ & $+7$ & $+8$ & $+9$ \\
\midrule
0 & & & & & & & & 2 & 1 & 4 \\
10 & 2 & 6 & 4 & 1 & 2 & 7 & 1 & 4 & 3 & 2 \\
20 & 1 \\
\bottomrule
\end{tabular}
\end{table}
"
    );
}

#[test]
fn npy_begins_with_its_header() {
    let bytes = write(Format::Npy, &header("0.77", 0, 3, None), &[1, 2, 0x0304], &[]).unwrap();
    let mut expected = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    expected.extend(b"{'descr': '<u2', 'fortran_order': False, 'shape': (3,), }");
    expected.resize(127, b' ');
    expected.extend(b"\n\x01\x00\x02\x00\x04\x03");
    assert_eq!(bytes, expected);
}

/// The bytes of a sequence in a style.
fn styled(
    format: Format,
    style: Style<'_>,
    header: &Header,
    values: &[u16],
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut writer = format.styled(style, &mut bytes);
    writer.begin(header)?;
    writer.chunk(values)?;
    writer.end()?;
    drop(writer);
    Ok(bytes)
}

#[test]
fn npy_has_bytes_where_they_are_enough() {
    let header = header("0.77", 0, 3, None);
    let write = |largest, values: &[u16]| {
        styled(Format::Npy, Style { largest, ..Style::default() }, &header, values)
    };
    let bytes = write(Some(255), &[1, 255, 0]).unwrap();
    let dictionary = b"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }";
    assert_eq!((&bytes[10..67], &bytes[128..]), (&dictionary[..], &[1, 255, 0][..]));
    assert_eq!(write(Some(256), &[1, 256, 0]).unwrap()[128..], [1, 0, 0, 1, 0, 0]);
    assert_eq!(write(None, &[1, 256, 0]).unwrap(), write(Some(256), &[1, 256, 0]).unwrap());
    assert_eq!(write(Some(65536), &[1]).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    let wide = write(Some(65536), &[1, 256, 0]).unwrap();
    assert!(wide.starts_with(b"\x93NUMPY") && wide[10..30] == b"{'descr': '<u8', 'fo"[..]);
    assert_eq!(wide[128..144], [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    let error = write(Some(255), &[1, 256, 0]).unwrap_err();
    assert_eq!(error.to_string(), "G(1) = 256, but no value larger than 255 was announced");
}

#[test]
fn rows_of_the_period_begin_at_its_multiples() {
    let style = |marks: bool| {
        let exceptions = [0u64, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
        let marked =
            marks.then(|| Box::new(exceptions.into_iter()) as Box<dyn Iterator<Item = u64>>);
        Style { columns: Some(12), marked, ..Style::default() }
    };
    let header = header("0.77", 9, 19, None);
    let write = |format, marks| styled(format, style(marks), &header, &KAYLES[9..28]).unwrap();
    let text = |format, marks| String::from_utf8(write(format, marks)).unwrap();
    assert_eq!(
        text(Format::Text, true),
        "# 0.77, heaps 9 to 27; exceptions marked *\n\
         \x209:                                      4*  2   6*\n\
         12:  4   1   2   7*  1   4   3*  2   1   4*  6*  7\n\
         24:  4   1   2   8\n"
    );
    assert_eq!(
        text(Format::Text, false),
        "# 0.77, heaps 9 to 27\n\
         \x209:                             4  2  6\n\
         12:  4  1  2  7  1  4  3  2  1  4  6  7\n\
         24:  4  1  2  8\n"
    );
    let latex = text(Format::Latex, true);
    assert!(latex.contains("\\caption{0.77, heaps 9 to 27; exceptions bold}\n"), "{latex}");
    let row = "\n0 & & & & & & & & & & \\textbf{4} & 2 & \\textbf{6} \\\\\n12 & 4 & 1 & 2 & ";
    assert!(latex.contains(row), "{latex}");
}

#[test]
fn a_long_table_breaks_over_pages() {
    let table = |count| {
        let bytes = write(Format::Latex, &header("0.77", 0, count, None), &vec![7; count], &[]);
        String::from_utf8(bytes.unwrap()).unwrap()
    };
    assert!(table(320).contains("\\begin{tabular}") && !table(320).contains("longtable"));
    let long = table(321);
    assert!(long.starts_with("% \\usepackage{booktabs,longtable}\n"), "{long}");
    assert!(long.contains("\n\\midrule\n\\endhead\n0 & 7 & "), "{long}");
    assert!(long.contains("\n\\caption{0.77, heaps 0 to 320} \\\\\n"), "{long}");
    assert!(long.ends_with("\n\\bottomrule\n\\end{longtable}\n"), "{long}");
}

#[test]
fn a_bfile_begins_with_any_index() {
    let header = header("0.007", 3, 2, None);
    let write = |index| {
        let bytes = styled(Format::Bfile, Style { index, ..Style::default() }, &header, &[1, 1]);
        bytes.map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let expected = "# 0.007, heaps 3 to 4\n# index 1 is heap 3\n1 1\n2 1\n";
    assert_eq!(write(Some(1)).unwrap(), expected);
    assert_eq!(write(Some(3)).unwrap(), "# 0.007, heaps 3 to 4\n3 1\n4 1\n");
    assert_eq!(write(Some(u64::MAX)).unwrap_err().kind(), io::ErrorKind::InvalidInput);
}

#[test]
fn digest_is_one_line() {
    // The hashes of this file were computed with another implementation of XXH3.
    assert_eq!(kayles(Format::Digest, 0, &KAYLES), "0.77 100 xxh3:e0ae3bcbd638f4fa max=8 at=27\n");
    let twenty = kayles(Format::Digest, 0, &KAYLES[..20]);
    assert_eq!(twenty, "0.77 19 xxh3:a94bd94da7cb325b max=7 at=15\n");
    assert_eq!(kayles(Format::Digest, 0, &[0]), "0.77 0 xxh3:3325230e1f285505 max=0 at=0\n");
}

#[test]
fn a_digest_begins_with_heap_0() {
    let error = write(Format::Digest, &header("0.77", 5, 2, None), &[4, 3], &[]).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert_eq!(
        error.to_string(),
        "a digest covers all heaps from 0 on, and this sequence begins with heap 5"
    );
}

#[test]
fn digester_matches_known_values() {
    let empty = Digester::new().finish();
    assert_eq!(empty.to_string(), "2d06800538d394c2");
    assert_eq!((empty.max, empty.max_at, empty.count), (0, 0, 0));

    let long: Vec<u16> = (0..20_000u32).map(|i| (i * 40_503) as u16).collect();
    let mut digester = Digester::new();
    digester.update(&long);
    let digest = digester.finish();
    assert_eq!(digest.to_string(), "41a65a6a1cf71a8f");
    let max = *long.iter().max().unwrap();
    let first = long.iter().position(|&v| v == max).unwrap();
    assert_eq!((digest.max, digest.max_at, digest.count), (max, first as u64, 20_000));
}

#[test]
fn an_empty_range_is_a_valid_file() {
    let none = header("0.77", 4, 0, None);
    let written = |format| String::from_utf8_lossy(&write(format, &none, &[], &[]).unwrap()).into();
    let texts: [String; 4] = [Format::Text, Format::Csv, Format::Json, Format::Bfile].map(written);
    assert_eq!(
        texts,
        [
            "# 0.77, no heaps\n",
            "n,grundy\n",
            "{\"code\":\"0.77\",\"from\":5,\"to\":4,\"summary\":null,\"values\":[]}\n",
            "# 0.77, no heaps\n",
        ]
    );
    assert!(written(Format::Latex).contains("\\midrule\n\\bottomrule\n"));
    assert!(parse_npy(&write(Format::Npy, &none, &[], &[]).unwrap()).is_empty());
}

#[test]
fn titles_stay_on_one_line() {
    let header = header("0.77", 0, 1, Some("two\nlines"));
    for format in [Format::Text, Format::Bfile] {
        let text = String::from_utf8(write(format, &header, &[0], &[]).unwrap()).unwrap();
        assert_eq!(text.lines().next(), Some("# 0.77, heaps 0 to 0: two lines"));
    }
}

#[test]
fn lists_for_other_programs() {
    let summary = "period 12, preperiod 71, proved";
    let rows = "0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2,\n1, 4, 6\n";
    for (format, comment, open, close) in [
        (Format::Sage, ["# ", ""], "G = [", "]"),
        (Format::Gap, ["# ", ""], "G := [", "];;"),
        (Format::Mathematica, ["(* ", " *)"], "G = {", "};"),
    ] {
        let [before, after] = comment;
        let title = format!("{before}0.77, heaps 0 to 22: {summary}{after}");
        assert_eq!(kayles(format, 0, &KAYLES[..23]), format!("{title}\n{open}\n{rows}{close}\n"));
        let none = format!("{before}0.77, no heaps: {summary}{after}\n{open}\n{close}\n");
        assert_eq!(kayles(format, 0, &[]), none);
    }
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    assert_eq!(
        "xml".parse::<Format>().unwrap_err().to_string(),
        "there is no format `xml`; the formats are text, csv, json, bfile, latex, npy, \
         digest, sage, gap, mathematica"
    );
}

#[test]
fn values_must_be_as_many_as_announced() {
    for format in Format::ALL {
        let header = header("0.77", 0, 5, None);
        let more = write(format, &header, &KAYLES[..7], &[3]).unwrap_err();
        assert_eq!(more.to_string(), "2 values more than the header announced, from heap 5 on");
        let fewer = write(format, &header, &KAYLES[..3], &[]).unwrap_err();
        assert_eq!(fewer.to_string(), "2 values fewer than the header announced, from heap 3 on");
    }
}

#[test]
fn calls_come_in_turn() {
    let header = header("0.77", 0, 1, None);
    let mut writer = Format::Csv.writer(io::sink());
    assert!(writer.chunk(&[0]).is_err());
    assert!(writer.end().is_err());
    writer.begin(&header).unwrap();
    assert!(writer.begin(&header).is_err());
    writer.chunk(&[0]).unwrap();
    writer.end().unwrap();
    assert!(writer.end().is_err());
}

/// Flushed values are there, and change nothing of the final file.
#[test]
fn flushed_values_are_there() {
    let header = header("0.77", 0, 4, None);
    let bytes = std::cell::RefCell::new(vec![]);
    struct Shared<'a>(&'a std::cell::RefCell<Vec<u8>>);
    impl Write for Shared<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Format::Csv.writer(Shared(&bytes));
    assert!(writer.flush().is_err());
    writer.begin(&header).unwrap();
    writer.chunk(&[0, 1]).unwrap();
    assert_eq!(bytes.borrow().len(), 0);
    writer.flush().unwrap();
    assert_eq!(&*bytes.borrow(), b"n,grundy\n0,0\n1,1\n");
    writer.chunk(&[2, 3]).unwrap();
    writer.end().unwrap();
    assert_eq!(&*bytes.borrow(), b"n,grundy\n0,0\n1,1\n2,2\n3,3\n");
    assert!(writer.flush().is_err());
}

/// A destination that is full after a few bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(self.0);
        self.0 -= length;
        if length == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(length) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_destination_come_through() {
    for format in Format::ALL {
        let mut writer = format.writer(Full(20));
        let run = writer.begin(&header("0.77", 0, 101, None));
        let run = run.and_then(|()| writer.chunk(&KAYLES)).and_then(|()| writer.end());
        assert_eq!(run.unwrap_err().kind(), io::ErrorKind::StorageFull, "{format}");
    }
}

/// Numbers n, G(n) from lines with `separator`, after `skip` lines.
fn parse_lines(text: &str, skip: usize, separator: char) -> Vec<(u64, u16)> {
    let row = |line: &str| {
        let (n, value) = line.split_once(separator).unwrap();
        (n.parse().unwrap(), value.parse().unwrap())
    };
    text.lines().skip(skip).map(row).collect()
}

/// The values of an NPY file of version 1.0, whose header must be in order.
fn parse_npy(bytes: &[u8]) -> Vec<u16> {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let data = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((data % 64, bytes[data - 1]), (0, b'\n'));
    let dictionary = std::str::from_utf8(&bytes[10..data]).unwrap();
    let shape = dictionary.split_once("'shape': (").unwrap().1;
    let count: usize = shape.split_once(",)").unwrap().0.parse().unwrap();
    assert_eq!(bytes.len(), data + 2 * count);
    bytes[data..].chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Sequences of a few rows and of several pieces, with small and with large values.
fn sequences() -> impl Strategy<Value = Vec<u16>> {
    prop_oneof![
        prop::collection::vec(0..20u16, 0..200),
        prop::collection::vec(any::<u16>(), 0..200),
        prop::collection::vec(0..300u16, 8000..18000),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn chunks_do_not_matter(
        values in sequences(),
        from in prop_oneof![Just(0u64), 0..2000u64, 9_999_999_990..10_000_000_000u64],
        cuts in prop::collection::vec(0..3000usize, 0..12),
    ) {
        for format in Format::ALL {
            let from = if format == Format::Digest { 0 } else { from };
            if format == Format::Digest && values.is_empty() {
                continue;
            }
            let header = header("0.77", from, values.len(), None);
            let whole = write(format, &header, &values, &[]).unwrap();
            let cut = write(format, &header, &values, &cuts).unwrap();
            prop_assert!(whole == cut, "{format}");
        }
    }

    #[test]
    fn what_is_written_reads_back(values in sequences(), from in 0..u64::from(u32::MAX)) {
        let header = header("0.77", from, values.len(), None);
        let bytes = |format| write(format, &header, &values, &[]).unwrap();
        let text = |format| String::from_utf8(bytes(format)).unwrap();
        let pairs: Vec<(u64, u16)> = (header.from..).zip(values.iter().copied()).collect();
        prop_assert_eq!(parse_lines(&text(Format::Csv), 1, ','), pairs.clone());
        prop_assert_eq!(parse_lines(&text(Format::Bfile), 1, ' '), pairs);
        prop_assert_eq!(parse_npy(&bytes(Format::Npy)), values.clone());
        let json: serde_json::Value = serde_json::from_slice(&bytes(Format::Json)).unwrap();
        prop_assert_eq!(&json["values"], &serde_json::json!(values));
        let read: Vec<u16> = text(Format::Text)
            .lines()
            .skip(1)
            .flat_map(|line| line.split_once(':').unwrap().1.split_whitespace())
            .map(|value| value.parse().unwrap())
            .collect();
        prop_assert_eq!(&read, &values);
        for format in [Format::Sage, Format::Gap, Format::Mathematica].into_iter().filter(|_| !values.is_empty()) {
            let table = ValueTable::from_bytes(bytes(format), "list", None).unwrap();
            let read: Vec<u64> = table.entries().unwrap().map(|entry| entry.unwrap().value).collect();
            prop_assert_eq!(&read, &values.iter().map(|&value| u64::from(value)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn digest_is_the_hash_of_the_bytes(values in sequences()) {
        let mut digester = Digester::new();
        digester.update(&values);
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let digest = digester.finish();
        prop_assert_eq!(digest.hash, xxhash_rust::xxh3::xxh3_64(&bytes));
        let max = values.iter().copied().max().unwrap_or(0);
        let first = values.iter().position(|&v| v == max).unwrap_or(0);
        prop_assert_eq!((digest.max, digest.max_at), (max, first as u64));
    }
}
