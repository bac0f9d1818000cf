"""Files as text: encodings, what is refused, invisible characters, and the columns of tables."""

import codecs
import contextlib
import csv
import io
import time
import unicodedata

import numpy as np
import pandas
import pytest
import scipy.io
from hypothesis import example, given
from hypothesis import strategies as st

from core import table_header, table_text, text_source
from core.errors import InputError
from core.text import MAX_BYTES, Reading, decode, listed, visible

any_text = st.text(st.characters(exclude_categories=()))
CUT = "The file ends in the middle of a character, which was left out."


@given(st.text())
def test_utf8_is_read_as_it_is(text):
    reading = decode(("x" + text).encode())
    assert reading == Reading("x" + text, "utf-8")


def test_line_endings_and_nul_stay():
    assert decode(b"a\r\nb\rc\0\n").text == "a\r\nb\rc\0\n"


def test_an_empty_file_is_an_empty_text():
    assert decode(b"") == Reading("", "utf-8")


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"\xff\xfe\0\0", "utf-32-le"),
        (b"\0\0\xfe\xff", "utf-32-be"),
    ],
)
def test_the_byte_order_mark_decides_and_goes(mark, encoding):
    reading = decode(mark + "größer 😀\r\n".encode(encoding))
    assert (reading.text, reading.remark) == ("größer 😀\r\n", None)
    assert reading.encoding.startswith(encoding)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xff\xfea\0b", "a"),
        (b"\xff\xfea\0\x3d\xd8", "a"),
        (b"\xff\xfea\0\x3d\xd8\0", "a"),
        (b"\xfe\xff\0a\0", "a"),
        (b"\xff\xfe\0\0a\0\0\0b\0", "a"),
        ("größ".encode()[:-1], "grö"),
    ],
)
def test_a_file_that_is_cut_is_read_as_far_as_it_goes(data, text):
    reading = decode(data)
    assert (reading.text, reading.remark) == (text, CUT)


def test_utf16_that_begins_with_nul_is_not_taken_for_utf32():
    assert decode(b"\xff\xfe\0\0a\0").text == "\0a"
    assert decode(b"\xff\xfe\0\0a\0b\0").text == "\0ab"


def test_a_lone_surrogate_in_utf16_stays():
    assert decode(b"\xff\xfe\x00\xd8a\0").text == "\ud800a"


def test_other_bytes_are_latin1_and_the_first_culprit_is_named():
    reading = decode(b"na\xefve caf\xe9")
    assert (reading.text, reading.encoding) == ("naïve café", "latin-1")
    assert "byte 0xEF at position 2" in reading.remark
    assert "position 4" in decode(b"\xef\xbb\xbfa\xff").remark
    assert decode(b"caf\xe9").text == "café"


def test_the_euro_and_curly_quotes_of_windows_are_read_where_they_can_be():
    words = "“12,50 €” – naïve"
    reading = decode(words.encode("cp1252"))
    assert (reading.text, reading.encoding) == (words, "cp1252")
    assert reading.remark == (
        "The file is not UTF-8 (byte 0x93 at position 0, counted from 0) and was read as Windows-1252. "
        "Save it as UTF-8 if signs are wrong."
    )
    assert decode(b"caf\xe9 \x85\x81").encoding == "latin-1"  # Windows has no character 0x81


NOT_LATIN = [
    ("gb18030", "GB18030", "语言模型把文本分成词元，然后预测下一个词元。"),
    ("gb18030", "GB18030", "姓名,身高\n张三,1.75\n李四,1.68\n"),
    ("big5", "Big5", "語言模型把文本分成詞元，然後預測下一個詞元。"),
    ("cp932", "Shift-JIS", "言語モデルは文章をトークンに分割し、次を予測します。"),
    ("cp932", "Shift-JIS", "名前,身長\n田中,1.75\n鈴木,1.68\n"),
    ("euc_jp", "EUC-JP", "言語モデルは文章をトークンに分割し、次を予測します。"),
    ("cp949", "EUC-KR", "언어 모델은 텍스트를 토큰으로 나누고 다음을 예측합니다."),
    ("cp1251", "Windows-1251", "Языковая модель делит текст на токены и предсказывает следующий."),
    ("cp1251", "Windows-1251", "имя;рост\nИван;1,75\nПётр;1,80\n"),
    ("koi8_r", "KOI8-R", "Языковая модель делит текст на токены и предсказывает следующий."),
    ("koi8_r", "KOI8-R", "Имя;Рост\nАнна;165\nБорис;180\nЕлена;170\nДмитрий;175\n"),
    ("cp1255", "Windows-1255", "שלום לכולם, זהו קובץ טקסט פשוט בעברית. הילד הלך לבית הספר ואחר כך חזר הביתה – היום."),
    ("cp1255", "Windows-1255", "עיר,גיל,ציון\nירושלים,12,88.5\nחיפה,15,91\nתל אביב,13,77.5\nאילת,14,69\n"),
    ("cp1253", "Windows-1253", "Το γλωσσικό μοντέλο χωρίζει το κείμενο σε σύμβολα."),
    ("cp1256", "Windows-1256", "يقسم نموذج اللغة النص إلى رموز ثم يتنبأ بالرمز التالي."),
    ("cp874", "Windows-874", "แบบจำลองภาษาแบ่งข้อความเป็นโทเค็นและทำนายโทเค็นถัดไป"),
]


@pytest.mark.parametrize(("encoding", "called", "words"), NOT_LATIN)
@pytest.mark.parametrize("times", [1, 3_000])
def test_an_old_encoding_of_a_language_without_latin_letters_is_recognised(encoding, called, words, times):
    reading = decode((times * words).encode(encoding))
    assert reading.text == times * words
    assert reading.guessed
    assert f"was read as {called}." in reading.remark


@pytest.mark.parametrize(
    "words",
    [
        "Où êtes-vous né, garçon ?",
        "Größe;Übung\nähnlich;schön",
        "Ça a été créé à Nîmes",
        99 * "21,5 °C\n",
        99 * "½ µm ± 2 × 10²\n",
    ],
)
def test_latin_letters_with_accents_are_not_taken_for_another_alphabet(words):
    assert decode(words.encode("latin-1")).text == words


BINARY = [
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
    (b"GIF89a\x01\0\x01\0\x80\0\0", "GIF"),
    (b"%PDF-1.7\n%text", "PDF"),
    (b"PK\x03\x04\x14\0", "ZIP"),
    (b"PK\x03\x04\x14\0\0\0[Content_Types].xml\0\0PK\x03\x04xl/workbook.xml", "an Excel workbook"),
    (b"PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK", "an OpenDocument spreadsheet"),
    (b"PAR1\x15\x04", "a Parquet table"),
    (b"ARROW1\0\0\xff\xff", "an Arrow table"),
    (b"$FL2@(#) SPSS DATA FILE".ljust(64) + b"\2\0\0\0", "an SPSS table"),
    (b"\x89HDF\r\n\x1a\n\0", "an HDF5 file"),
    (b"GGUF\x03\0\0\0", "a GGUF model"),
    (b"FORM\0\0\x10\0AIFFCOMM", "an AIFF sound"),
    (b".snd\0\0\0\x18", "an AU sound"),
    (b"\x1f\x8b\x08\0", "gzip"),
    (b"\x7fELF\x02\x01", "program"),
    (b"RIFF\x24\x08\0\0WAVEfmt ", "WAV"),
    (b"ID3\x04\0\0", "MP3"),
    (b"\xff\xfb\x90\x44", "MP3"),
    (b"\xff\xe3\x48\xc4", "MP3"),  # MPEG 2.5, for rates up to 12 kHz
    (b"fLaC\0\0\0\x22", "FLAC"),
    (b"OggS\0\x02", "Ogg"),
    (b"SQLite format 3\0", "SQLite"),
    (b"\x80\x04\x95", "pickle"),
    (b"\x80\x02}q\0.", "pickle"),
    (b"\x93NUMPY\x01\0", "NumPy"),
]


@pytest.mark.parametrize(("data", "kind"), BINARY)
def test_a_binary_file_is_refused_by_its_kind(data, kind):
    with pytest.raises(InputError, match=kind) as caught:
        decode(data, "notes.txt")
    assert (caught.value.field, caught.value.value) == ("file", "notes.txt")


@pytest.mark.parametrize("version", [114, 117, 118])
def test_a_table_of_stata_is_to_be_saved_as_csv(version):
    file = io.BytesIO()
    pandas.DataFrame({"x": [1.0, 2.0]}).to_stata(file, version=version)
    with pytest.raises(InputError, match="it is a Stata table, not text") as caught:
        decode(file.getvalue(), "table")
    assert caught.value.remedy == "Save it as CSV."


def test_a_matlab_file_is_refused_by_its_kind():
    file = io.BytesIO()
    scipy.io.savemat(file, {"x": np.arange(3.0)})
    with pytest.raises(InputError, match="it is a MATLAB file"):
        decode(file.getvalue())


def test_random_bytes_are_refused_by_their_control_characters():
    data = b"a" + np.random.default_rng(0).bytes(10_000)
    with pytest.raises(InputError, match="control characters"):
        decode(data)


@pytest.mark.parametrize(
    "text",
    [
        "GIF89a is an image",
        "ID3 grows trees",
        "RIFF and WAVE",
        "PK",
        "MZ",
        "OggS",
        "GGUF",
        "FORM of AIFF",
        ".snd",
        "ARROW1",
        "$FL2",
        "<stata_dta><header>",
        "MATLAB 5.0 MAT-file",
    ],
)
def test_a_text_about_file_formats_is_a_text(text):
    assert decode(text.encode()).text == text


def test_a_file_beyond_the_limit_is_refused_with_its_size():
    assert len(decode(b"a" * MAX_BYTES).text) == MAX_BYTES
    with pytest.raises(InputError, match=r"big.txt.* must have at most 20 MB, and has 21.5 MB"):
        decode(b"a" * 21_500_000, "big.txt")
    with pytest.raises(InputError, match=r"must have at most 20 MB, and has 20.000001 MB"):
        decode(b"a" * (MAX_BYTES + 1))


@given(st.binary())
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(InputError):
        assert isinstance(decode(data).text, str)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("low lower", "low lower"),
        ("größer 低 😀", "größer 低 😀"),
        ("\0\t\n\r\x1b\x7f", "⟨U+0000⟩⇥↵⏎⟨U+001B⟩⟨U+007F⟩"),
        ("\x85\xad", "⟨U+0085⟩⟨U+00AD⟩"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("\u200b\u200d\ufeff", "⟨U+200B⟩⟨U+200D⟩⟨U+FEFF⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("\ue000\U0010fffd", "⟨U+E000⟩⟨U+10FFFD⟩"),
        ("\u0378\uffff", "⟨U+0378⟩⟨U+FFFF⟩"),
        ("\u2028\u2029", "⟨U+2028⟩⟨U+2029⟩"),
        ("❤\ufe0f", "❤⟨U+FE0F⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("\u0301a", "◌\u0301a"),
        ("e\u0301", "e\u0301"),
        ("\ufe0f", "⟨U+FE0F⟩"),
        ("a\xa0b", "a\xa0b"),
        ("", ""),
    ],
)
def test_what_shows_nothing_gets_a_sign(text, shown):
    assert visible(text) == shown


def test_spaces_are_marked_on_request():
    assert visible("a b\xa0\u3000", spaces=True) == "a␣b⟨U+00A0⟩⟨U+3000⟩"


@given(any_text)
def test_nothing_shown_is_invisible_or_changes_its_neighbours(text):
    shown = visible(text)
    assert not {unicodedata.category(character) for character in shown} & {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Cn",
        "Zl",
        "Zp",
    }


@given(st.lists(any_text))
def test_a_text_looks_like_its_symbols_one_after_the_other(symbols):
    def on_its_own(symbol):
        return visible("." + symbol)[1:]

    assert visible("." + "".join(symbols)) == "." + "".join(on_its_own(symbol) for symbol in symbols)


def test_a_million_characters_are_shown_within_a_second():
    text = "low lower\u200b größer\n" * 50_000
    start = time.perf_counter()
    visible(text, spaces=True)
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_the_one_that_cuts_the_header_most(delimiter):
    data = delimiter.join(["text", "price in EUR", "n"]).encode() + b"\r\n"
    assert table_text.csv_columns(data) == ("text", "price in EUR", "n")


def test_a_quoted_name_may_hold_the_delimiter_and_a_line_end():
    assert table_text.csv_columns(b'"a, b","c\nd"\n1,2\n') == ("a, b", "c\nd")


def test_names_are_made_distinct():
    assert table_text.csv_columns(b"a,b,a,,a,a (2),\n") == (
        *("a", "b", "a (3)", "column 4", "a (4)", "a (2)", "column 7"),
    )


@given(st.lists(st.sampled_from(["a", "", "a (2)", "a (3)", "column 2", "column 2 (2)"]), min_size=2))
def test_any_names_are_made_distinct_and_first_ones_stay(names):
    if any(names):
        columns = table_text.csv_columns(("|".join(names)).encode())
        assert len(set(columns)) == len(columns) == len(names)
        assert {name for name in names if name} <= set(columns)


def test_as_many_columns_as_there_may_be_are_named_within_a_second():
    start = time.perf_counter()
    most = table_header.MAX_COLUMNS
    assert len(set(table_text.csv_columns(b"a," * (most - 1) + b"a"))) == most
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize("data", [b"", b"\n\r\n", b",,\n1,2,3", b"\xef\xbb\xbf", b'""\n1'])
def test_a_table_without_a_header_is_refused(data):
    with pytest.raises(InputError, match="must have a header line") as caught:
        table_text.csv_columns(data, "t.csv")
    assert caught.value.field == "file"


def test_an_empty_table_is_called_empty_and_another_is_asked_for():
    with pytest.raises(InputError, match="it is empty") as caught:
        table_text.csv_columns(b"", "t.csv")
    assert caught.value.remedy == "Save it again, or choose another."


def test_a_spreadsheet_is_refused_as_what_it_is():
    with pytest.raises(InputError, match="xlsx"):
        table_text.csv_columns(b"PK\x03\x04\x14\0", "t.csv")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"text,n\nlow,1\nlower,2\n", "low\nlower"),
        (b"n,text\n1,low\n2,\n3\n4,x", "low\nx"),
        (b'text,n\n"two\nlines",1\n"a ""b""",2\n', 'two\nlines\na "b"'),
        (b"text,n\nNA,1\nnull,2\nnan,3\nNone,4", "NA\nnull\nnan\nNone"),
        (b"text,n\na\0b,1\n\0,2", "a\0b\n\0"),
        (b"text,n\r\na,1\r\nb,2\r\n", "a\nb"),
        (b"text,n,\na,1,\nb,2,,,\n", "a\nb"),
        (b"text\nhello, world\nplain\n", "hello, world\nplain"),
        (b"text,n\n007,1\n1e5,2", "007\n1e5"),
    ],
)
def test_a_column_is_its_cells_joined_by_newlines(data, text):
    reading = table_text.csv_column(data, "text")
    assert (reading.text, reading.remark) == (text, None)


def test_rows_with_too_many_cells_are_left_out_and_counted():
    one = table_text.csv_column(b"text,n\na,1\nb,2,3\n", "text")
    assert (one.text, one.remark) == ("a", "1 row has more cells than the header and did not count.")
    two = table_text.csv_column(b"text,n\nb,2,3\nb,2,3\n", "text")
    assert two.remark == "2 rows have more cells than the header and did not count."


def test_the_encoding_of_a_table_is_found_and_remarked():
    assert table_text.csv_column(b"\xff\xfe" + "text;n\nö\ud800;1".encode("utf-16-le", "surrogatepass"), "text") == (
        Reading("ö\ud800", "utf-16-le")
    )
    reading = table_text.csv_column(b"text,n\ncaf\xe9,1\nx,2,3", "text")
    assert (reading.text, reading.encoding) == ("café", "latin-1")
    assert "Latin-1. Save it as UTF-8 if signs are wrong. 1 row has" in reading.remark


@pytest.mark.parametrize(("data", "name"), [
    ("“12,50 €”".encode("cp1252"), "Windows-1252"),
    ("naïve café".encode("latin-1"), "Latin-1"),
    ("naïve café".encode("utf-16-le"), "UTF-16"),
    ("naïve café".encode("utf-16"), "UTF-16"),
    ("naïve café".encode(), "UTF-8"),
])  # fmt: skip
def test_the_encoding_of_a_text_is_told_once(data: bytes, name: str) -> None:
    assert " ".join(text_source.read_file(data)[1]).count(f"ead as {name}") == 1


def test_a_column_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(InputError, match=r"There are: text, n\.") as caught:
        table_text.csv_column(b"text,n\n", "words")
    assert (caught.value.field, caught.value.value) == ("column", "words")


def test_a_cell_may_be_longer_than_the_csv_modules_own_limit():
    assert len(table_text.csv_column(b"text,n\n" + b"a" * 200_000 + b",1", "text").text) == 200_000


@given(st.text('ab",;|\t\r\n\0\ud800é', max_size=30))
def test_any_table_is_read_or_refused(text):
    data = b"\xff\xfe" + text.encode("utf-16-le", "surrogatepass")
    with contextlib.suppress(InputError):
        for column in table_text.csv_columns(data):
            table_text.csv_column(data, column)


@given(st.lists(any_text, min_size=1))
@example(["a\rb", "\ud800", "\0", '"', "", "=1+1", "+", "-7", "@a", "\t=1", "\r=1", "'=1", "''-", "'s"])
def test_words_survive_the_csv_of_a_table_and_none_is_a_formula(words):
    # As objects: the strings of pandas 3 cannot hold a lone surrogate.
    table = pandas.DataFrame({"word": pandas.Series(words, dtype=object), "count": [1.5] * len(words)})
    text = table_text.to_csv(table)
    assert not any(
        cell[:1] in {*"=+-@\t\r"} - {""} for row in csv.reader(io.StringIO(text, newline="")) for cell in row
    )
    rows, _ = table_text.csv_rows(codecs.BOM_UTF16_LE + text.encode("utf-16-le", "surrogatepass"), ("word", "count"))
    assert rows == [(word, "1.5") for word in words]


def test_negative_numbers_of_a_table_stay_numbers():
    assert table_text.to_csv(pandas.DataFrame({"=y": [-1.5, float("nan")], "n": [-2, 3]})) == (
        '"\'=y","n"\n-1.5,-2\n"",3\n'
    )


def test_a_pair_of_surrogates_in_utf32_is_the_character_that_browsers_read() -> None:
    pair, lone = (
        codecs.BOM_UTF32_LE + text.encode("utf-32-le", "surrogatepass") for text in ("\ud83d\ude00", "\ud83d")
    )
    assert decode(pair).text == "\U0001f600"
    assert decode(lone).text == "\ud83d"


def test_a_list_of_names_that_is_cut_short_ends_in_dots() -> None:
    assert listed(("a", "b", "c"), 3) == "a, b, c"
    assert listed(range(4), 3) == "0, 1, 2, …"


def test_a_log_is_a_text_that_may_be_chosen() -> None:
    assert decode(b"2024-03-01T12:00:07Z INFO took 5 ms\r\n").encoding == "utf-8"
    assert "log" in text_source.FILE.endings


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_read_by_its_zeros_and_said_to_be(encoding: str) -> None:
    """As Windows writes it where a program asks for “Unicode” alone."""
    words = "Größe und Preis\r\n12,5 € für Zoë\r\n"
    reading = decode(words.encode(encoding))
    assert (reading.text, reading.encoding) == (words, encoding)
    assert reading.remark == "The file has no byte order mark and was read as UTF-16."
    assert (decode(words.encode(encoding)[:-1]).remark or "").endswith("which was left out.")


def test_zeros_between_or_behind_words_do_not_make_utf16_of_a_text() -> None:
    for text in ("name\0size\0date\0", "a\0b\0", "\0" * 20, "one\0", "0" * 30 + "\0"):
        assert decode(text.encode()).text == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("words", [
    "Все счастливые семьи похожи друг на друга – 12,5 ₽\r\n", "Слово", "Ще не вмерла України, Єва і Іван\n",
    "Μῆνιν ἄειδε θεὰ\n" "και ο κόσμος ήταν μεγάλος και παλιός και όμορφος, ένας ήλιος και μια θάλασσα\n",
    "בראשית ברא אלהים", "рост;вес\n170;60\n",
])  # fmt: skip
def test_utf16_without_a_mark_is_read_in_other_alphabets_too(encoding: str, words: str) -> None:
    reading = decode(words.encode(encoding))
    assert (reading.text, reading.encoding) == (words, encoding)
    assert reading.remark == "The file has no byte order mark and was read as UTF-16."


def test_small_numbers_of_two_bytes_and_latin_texts_are_not_utf16() -> None:
    small = np.random.default_rng(1).integers(0, 1_700, 5_000).astype("<u2").tobytes()
    with pytest.raises(InputError, match="control characters"):
        decode(small)
    for text in ("Größe in Zoë\n".encode("latin-1"), "naïve ".encode(), b"a\4b c\4d e\4f\n"):
        assert decode(text).encoding in ("latin-1", "utf-8")
