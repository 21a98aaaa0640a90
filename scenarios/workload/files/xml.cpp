// SPDX-License-Identifier: MIT
#include "xml.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/plain_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

namespace malha {

namespace {

constexpr int most_nested = 100; ///< elements in each other

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool is_among(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

XmlFile::XmlFile(const std::filesystem::path& path) : path_(path) {
  std::error_code error;
  if (std::filesystem::is_other(path, error)) // a pipe or a device may never end
    throw InputError(path.string() + ": is no regular file; valid: an XML file");
  auto bytes = all_bytes(path);
  if (!bytes)
    throw InputError(path.string() + ": cannot be read");
  source_ = std::move(*bytes);
  for (auto end = source_.find('\n'); end != std::string::npos; end = source_.find('\n', end + 1))
    line_ends_.push_back(static_cast<std::ptrdiff_t>(end));
  refuse_forbidden_references();
  const auto result =
      document_.load_buffer(source_.data(), source_.size(), pugi::parse_default | pugi::parse_doctype);
  if (!result)
    throw InputError(path.string() + ":" + std::to_string(line_at(result.offset)) +
                     ": malformed XML: " + result.description());
  refuse_what_readers_see_differently();
  refuse_forbidden_characters();
}

/// XML forbids references to some characters, and the library reads them nevertheless: a text ends at
/// `&#0;`. In comments and CDATA an `&` means itself.
void XmlFile::refuse_forbidden_references() const {
  const auto fail_at = [this](std::size_t place, const std::string& what) {
    throw InputError(path_.string() + ":" + std::to_string(line_at(static_cast<std::ptrdiff_t>(place))) +
                     ": malformed XML: " + what);
  };
  if (const auto at = source_.find('\0'); at != std::string::npos)
    fail_at(at, "a byte 0, as in UTF-16; valid: text in UTF-8");
  const auto begins = [this](std::size_t at, const char* text) {
    return source_.compare(at, std::strlen(text), text) == 0;
  };
  for (std::size_t at = 0; (at = source_.find_first_of("&<", at)) < source_.size(); ++at) {
    if (begins(at, "<!--") || begins(at, "<![CDATA["))
      at = std::min(source_.find(begins(at, "<!--") ? "-->" : "]]>", at), source_.size() - 1);
    if (!begins(at, "&#"))
      continue;
    const auto digits = source_.substr(at + 2, std::min(source_.find(';', at), at + 20) - at - 2);
    const bool is_hexadecimal = !digits.empty() && digits.front() == 'x';
    char* rest = nullptr;
    const auto code = std::strtoull(digits.c_str() + is_hexadecimal, &rest, is_hexadecimal ? 16 : 10);
    if (*rest != '\0' || digits.size() == std::size_t{is_hexadecimal})
      fail_at(at, "'&#' does not begin the reference to a character; valid: such as &#233;");
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF) ||
        is_control(static_cast<std::uint32_t>(code)))
      fail_at(at, "'&#" + digits + ";' refers to a character that is forbidden; valid: letters and signs");
  }
}

/// What would be a command to the terminal that shows it, or make a name look like another. Ends of lines
/// come into the values of attributes by references alone, since those that are written become blanks.
void XmlFile::refuse_forbidden_characters() const {
  const auto check = [this](const pugi::xml_node& node, const std::string& where, const char* text,
                            bool is_name) {
    if (const auto what = forbidden_in(text, is_name))
      fail(node, where + " has " + *what + "; valid: text in UTF-8 without control characters");
  };
  for (const auto node : elements_of(document_.document_element())) {
    check(node, "the name of an element", node.name(), true);
    const std::string element = "<" + std::string(node.name()) + ">";
    for (const auto attribute : node.attributes()) {
      check(node, "the name of an attribute of " + element, attribute.name(), true);
      check(node, element + " " + attribute.name(), attribute.value(), true);
    }
    for (const auto child : node.children())
      if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
        check(node, "the text of " + element, child.value(), false);
  }
}

/// Whoever reads the file after us, recursively or with declarations of its own, must find what we found.
void XmlFile::refuse_what_readers_see_differently() const {
  for (const auto node : document_.children())
    if (node.type() == pugi::node_doctype &&
        std::string(node.value()).find_first_of("[<>") != std::string::npos)
      fail(node, "the DOCTYPE declares something; valid: <!DOCTYPE platform SYSTEM "
                 "\"https://simgrid.org/simgrid.dtd\">, or none");
  struct Depth : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node& node) override {
      if (depth() >= most_nested)
        too_deep = node;
      return !too_deep;
    }
    pugi::xml_node too_deep;
  } walker;
  auto top = document_.document_element();
  top.traverse(walker);
  if (walker.too_deep)
    fail(walker.too_deep, "elements are nested more than " + std::to_string(most_nested) + " deep");
}

std::size_t XmlFile::line_at(std::ptrdiff_t offset) const {
  return 1 + static_cast<std::size_t>(std::lower_bound(line_ends_.begin(), line_ends_.end(), offset) -
                                      line_ends_.begin());
}

std::string XmlFile::place(const pugi::xml_node& node) const {
  return path_.string() + ":" + std::to_string(line(node));
}

void XmlFile::fail(const pugi::xml_node& node, const std::string& what) const {
  throw InputError(place(node) + ": " + what);
}

std::string XmlFile::prose(const pugi::xml_node& node, const std::vector<std::string>& attributes) const {
  for (const auto child : node.children())
    if (child.type() == pugi::node_element)
      fail(child,
           "<" + std::string(node.name()) + "> has an unknown element <" + child.name() + ">; valid: text");
  allow_attributes(node, attributes);
  return trimmed(node.text().get());
}

pugi::xml_node XmlFile::root(const std::string& name) const {
  const auto top = document_.document_element();
  if (top.name() != name)
    fail(top, "the top element is <" + std::string(top.name()) + ">; valid: <" + name + ">");
  return top;
}

std::string XmlFile::required(const pugi::xml_node& node, const char* attribute) const {
  const auto found = node.attribute(attribute);
  if (!found)
    fail(node, "<" + std::string(node.name()) + "> has no attribute '" + attribute + "'");
  return found.value();
}

std::string XmlFile::optional(const pugi::xml_node& node, const char* attribute,
                              const std::string& default_value) const {
  const auto found = node.attribute(attribute);
  return found ? found.value() : default_value;
}

void XmlFile::allow_attributes(const pugi::xml_node& node, const std::vector<std::string>& attributes) const {
  const std::string element = "<" + std::string(node.name()) + ">";
  for (const auto attribute : node.attributes())
    if (!is_among(attributes, attribute.name()))
      fail(node, element + " has an unknown attribute '" + attribute.name() + "'" +
                     instead_of(attribute.name(), attributes));
  refuse_doubled(node);
}

void XmlFile::refuse_doubled(const pugi::xml_node& node) const {
  std::set<std::string> seen;
  for (const auto attribute : node.attributes())
    if (!seen.insert(attribute.name()).second)
      fail(node, "<" + std::string(node.name()) + "> has attribute '" + attribute.name() + "' twice");
}

void XmlFile::allow(const pugi::xml_node& node, const std::vector<std::string>& attributes,
                    const std::vector<std::string>& children) const {
  allow_attributes(node, attributes);
  const std::string element = "<" + std::string(node.name()) + ">";
  for (const auto child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      fail(node, element + " has text '" + trimmed(child.value()) + "'; valid: " + listed(children));
    if (child.type() == pugi::node_element && !is_among(children, child.name()))
      fail(child,
           element + " has an unknown element <" + child.name() + ">" + instead_of(child.name(), children));
  }
}

/// Behind the last byte of the element that begins there.
std::size_t XmlFile::end_of_element(std::size_t begin) const {
  std::size_t at = begin;
  for (int depth = 0; at < source_.size(); at = source_.find('<', at)) {
    if (source_.compare(at, 4, "<!--") == 0) {
      at = source_.find("-->", at) + 3;
      continue;
    }
    char quote = 0;
    std::size_t end = at;
    for (; source_[end] != '>' || quote != 0; ++end)
      if (const char c = source_[end]; quote != 0 ? c == quote : c == '"' || c == '\'')
        quote = quote != 0 ? '\0' : c;
    const bool closes = source_[at + 1] == '/', is_empty = source_[end - 1] == '/';
    depth += closes ? -1 : is_empty ? 0 : 1;
    at = end + 1;
    if (depth == 0)
      return at;
  }
  return source_.size();
}

std::string XmlFile::text_without(const std::vector<pugi::xml_node>& elements) const {
  auto text = source_;
  for (const auto& element : elements) {
    const auto begin = static_cast<std::size_t>(element.offset_debug()) - 1; // which is that of its name
    for (auto at = begin, end = end_of_element(begin); at < end; ++at)
      if (text[at] != '\n')
        text[at] = ' ';
  }
  return text;
}

std::vector<pugi::xml_node> elements_of(const pugi::xml_node& node) {
  struct Collector : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node& found) override {
      if (found.type() == pugi::node_element)
        elements.push_back(found);
      return true;
    }
    std::vector<pugi::xml_node> elements;
  } collector;
  collector.elements.push_back(node);
  auto top = node;
  top.traverse(collector);
  return collector.elements;
}

} // namespace malha
