// SPDX-License-Identifier: MIT
#include "xml.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/near_names.hpp"

#include <algorithm>

namespace malha {

namespace {

constexpr int most_nested = 100; ///< elements in each other

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
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
  const auto result =
      document_.load_buffer(source_.data(), source_.size(), pugi::parse_default | pugi::parse_doctype);
  if (!result)
    throw InputError(path.string() + ":" + std::to_string(line_at(result.offset)) +
                     ": malformed XML: " + result.description());
  refuse_what_readers_see_differently();
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

std::string XmlFile::prose(const pugi::xml_node& node) const {
  for (const auto child : node.children())
    if (child.type() == pugi::node_element)
      fail(child,
           "<" + std::string(node.name()) + "> has an unknown element <" + child.name() + ">; valid: text");
  for (const auto attribute : node.attributes())
    fail(node, "<" + std::string(node.name()) + "> has an unknown attribute '" + attribute.name() +
                   "'; valid: (none)");
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

void XmlFile::allow(const pugi::xml_node& node, const std::vector<std::string>& attributes,
                    const std::vector<std::string>& children) const {
  const auto among = [](const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::string element = "<" + std::string(node.name()) + ">";
  std::vector<std::string> seen;
  for (const auto attribute : node.attributes()) {
    if (!among(attributes, attribute.name()))
      fail(node, element + " has an unknown attribute '" + attribute.name() + "'" +
                     instead_of(attribute.name(), attributes));
    if (among(seen, attribute.name()))
      fail(node, element + " has attribute '" + std::string(attribute.name()) + "' twice");
    seen.emplace_back(attribute.name());
  }
  for (const auto child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      fail(node, element + " has text '" + trimmed(child.value()) + "'; valid: " + listed(children));
    if (child.type() == pugi::node_element && !among(children, child.name()))
      fail(child,
           element + " has an unknown element <" + child.name() + ">" + instead_of(child.name(), children));
  }
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
