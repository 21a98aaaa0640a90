// SPDX-License-Identifier: MIT
#pragma once
#include <iosfwd>
#include <string>
#include <string_view>

namespace malha::page {

/// The text as HTML or XML that shows it, in an element or in an attribute with quotes. What `visible`
/// shows in another form has that form.
std::string escaped(std::string_view text);

/// Writes JSON text into a script element, so that nothing in it ends the element, and texts are
/// shown as `visible` shows them.
void write_script_json(std::string_view json, std::ostream& out);

/// The text as an address within a page, or a file name: lower case letters, digits, '.', '_' and '-'.
std::string slug(std::string_view text);

/// HTML of a text that may be very long. From so many characters on its beginning is shown, and the whole
/// unfolds.
std::string folded(const std::string& text, std::size_t longest = 120);

/// The first characters of the text, with "…" where there are more.
std::string shortened(const std::string& text, std::size_t characters);

} // namespace malha::page
