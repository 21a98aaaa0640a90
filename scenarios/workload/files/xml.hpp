// SPDX-License-Identifier: MIT
#pragma once
#include <pugixml.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// Reads an XML file of a user strictly. Anything that the program does not ask for is an InputError with
/// file and line. So is a device, a pipe, elements nested more than 100 deep, and text that is no UTF-8 or
/// has control characters; names and values may have no ends of lines either.
class XmlFile {
public:
  explicit XmlFile(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  /// The one top element, which must have that name.
  pugi::xml_node root(const std::string& name) const;
  /// The place of the node, as "file:line".
  std::string place(const pugi::xml_node& node) const;
  /// The line in which the node begins, counted from 1.
  std::size_t line(const pugi::xml_node& node) const { return line_at(node.offset_debug()); }
  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& what) const;

  /// The value of a required attribute.
  std::string required(const pugi::xml_node& node, const char* attribute) const;
  /// The value of an attribute, or the default value.
  std::string optional(const pugi::xml_node& node, const char* attribute,
                       const std::string& default_value = "") const;
  /// The text of an element that has these attributes at most, and holds nothing else.
  std::string prose(const pugi::xml_node& node, const std::vector<std::string>& attributes = {}) const;
  /// Refuses every other attribute or element, an attribute that is given twice, and any text.
  void allow(const pugi::xml_node& node, const std::vector<std::string>& attributes,
             const std::vector<std::string>& children) const;

  /// Refuses an attribute that the element has twice.
  void refuse_doubled(const pugi::xml_node& node) const;

  /// The file's text with blanks in place of these elements. All that is left keeps its line.
  std::string text_without(const std::vector<pugi::xml_node>& elements) const;

private:
  void allow_attributes(const pugi::xml_node& node, const std::vector<std::string>& attributes) const;
  std::size_t end_of_element(std::size_t begin) const;
  void refuse_forbidden_references() const;
  void refuse_what_readers_see_differently() const;
  void refuse_forbidden_characters() const;
  std::size_t line_at(std::ptrdiff_t offset) const;

  std::filesystem::path path_;
  std::string source_;
  /// Positions in the source, so that the lines of many nodes are found quickly.
  std::vector<std::ptrdiff_t> line_ends_;
  pugi::xml_document document_;
};

/// The node itself and all elements below it, in the order of the file.
std::vector<pugi::xml_node> elements_of(const pugi::xml_node& node);

} // namespace malha
