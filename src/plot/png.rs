//! A picture as PNG: its SVG, rendered without any font or library of the system.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// DejaVu Sans, whose licence lies beside it.
const FONT: &[u8] = include_bytes!("DejaVuSans.ttf");

/// An error of rendering a picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The text is no SVG.
    #[error("the picture is no SVG")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no pixels, or more than fit into memory.
    #[error("a picture of {width} × {height} pixels cannot be rendered")]
    Size {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// The pixels could not be encoded.
    #[error("the picture cannot be written as PNG: {0}")]
    Encoding(String),
}

/// Renders an SVG at `scale` pixels for each of its own. O(pixels).
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let options =
        Options { fontdb: fonts(), font_family: "DejaVu Sans".into(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// The embedded font, read once.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}
