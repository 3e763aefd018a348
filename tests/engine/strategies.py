"""Texts and page formats that hypothesis draws: all of Unicode, and what breaks layouts."""

from hypothesis import strategies as st

from snapglyph import PageFormat, faces

any_character = st.characters(min_codepoint=0, max_codepoint=0x10FFFF, categories=None)
plain_character = st.characters(min_codepoint=0x20, max_codepoint=0x7E)

fragments = st.one_of(
    st.text(any_character, max_size=30),
    st.text(plain_character, max_size=60),
    st.text("ab \n\t", max_size=60),
    st.integers(0, 2100).map(lambda n: " " * n),
    st.integers(0, 40).map(lambda n: "\n" * n),
    st.sampled_from(
        [
            "\r\n",
            "\ud800",
            "\udfff\ud800",
            "\0",
            "e\u0301",
            "\u1100\u1161\u11a8",
            "\u212b",
            "12 3  45",
            "█ █\u2800",
        ]
    ),
)
texts = st.lists(fragments, max_size=8).map("".join)


@st.composite
def formats(draw: st.DrawFn) -> PageFormat:
    """Formats from a few cells to a whole page, at natural and at wider steps."""
    face = draw(st.sampled_from(faces()))
    width, height = (int(n) for n in face.split("x"))
    advance = draw(st.sampled_from([None, width, min(width + 1, 16), 11, 16]))
    pitch = draw(st.sampled_from([None, height, height + 3]))
    layout = draw(st.sampled_from(["packed", "lines"]))
    header = draw(st.booleans())
    margin = draw(st.integers(0, 17))
    columns = draw(st.one_of(st.integers(17, 60), st.integers(61, 200)))
    rows = draw(st.integers(3, 40))
    return PageFormat(
        width=2 * margin + columns * (advance or width) + draw(st.integers(0, 4)),
        height=2 * margin + rows * (pitch or height) + draw(st.integers(0, 4)),
        face=face,
        layout=layout,
        advance=advance,
        pitch=pitch,
        margin=margin,
        header=header,
    )
