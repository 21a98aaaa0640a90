// SPDX-License-Identifier: MIT
#pragma once
#include <iosfwd>
#include <string>
#include <string_view>

namespace malha::page {

/// Escapes a text for HTML or XML, for elements and for attributes in quotes. Characters with a visible form
/// are replaced by it.
std::string escaped(std::string_view text);

/// Writes JSON text into a script element, so that nothing in it ends the element, and characters with a
/// visible form are replaced by it.
void write_script_json(std::string_view json, std::ostream& out);

/// The text as an address within a page, or a file name: lower case letters, digits, '.', '_' and '-'.
std::string slug(std::string_view text);

/// HTML of a text. If it is longer than `longest` characters, its beginning is shown and the whole text can
/// be unfolded.
std::string folded(const std::string& text, std::size_t longest = 120);

/// The first characters of the text, with "…" if there are more.
std::string shortened(const std::string& text, std::size_t characters);

} // namespace malha::page
