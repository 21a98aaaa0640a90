// SPDX-License-Identifier: MIT
#pragma once
#include "field_map.hpp"
#include "line_reader.hpp"

#include <cstdint>
#include <optional>

namespace malha::swf {

/// What parameter `fields` takes from a line beside the 18 fields of SWF, or instead of them:
/// "nodes:21:NxC,job.gpus:19".
class ExtraFields {
public:
  /// Throws InputError on a map that is none, or names a field that no line has.
  explicit ExtraFields(const std::string& map);

  bool empty() const { return map_.empty(); }
  bool give_nodes() const { return nodes_ != nullptr; }
  bool give_limit() const { return limit_ != nullptr; }

  /// Reads a trimmed line. Throws BadRow, at the line that `lines` is at, where a field is missing or cannot
  /// be read.
  void read(std::string_view line, const LineReader& lines);
  double nodes() const { return nodes_value_; } ///< of the line; -1: unknown
  double limit() const { return limit_value_; } ///< of the line, in s; -1: unknown
  /// The entries of the line that are to be kept, as metadata: "job.gpus=8".
  const std::string& metadata() const { return metadata_; }
  /// Whether the line has fields behind the 18th that the map does not name.
  bool leave_some() const { return words_.size() > named_behind_; }

private:
  std::vector<MappedField> map_;
  std::vector<std::size_t> places_; ///< of the fields of the map, from 0
  const MappedField *nodes_ = nullptr, *limit_ = nullptr;
  std::size_t named_behind_ = 0; ///< 18, and the number of fields behind them that the map names
  std::vector<std::string_view> words_;
  double nodes_value_ = -1, limit_value_ = -1;
  std::string metadata_;
};

} // namespace malha::swf
