// SPDX-License-Identifier: MIT
#include "recorded_nodes.hpp"

#include "line_reader.hpp"
#include "policies/sdk/numbers.hpp"
#include "swf_line.hpp"

#include <boost/algorithm/string/predicate.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

namespace malha {
namespace {

constexpr auto most_nodes = static_cast<std::uint64_t>(std::numeric_limits<int>::max());

/// The integer at the beginning of a text. Groups of three digits may be parted: "2,048", "2.048", "2'048".
std::uint64_t grouped_integer(std::string_view text) {
  std::string digits;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    if (!digits.empty() && end != 3)
      break;
    digits += text.substr(0, end);
    const bool goes_on = digits.size() <= 9 && end > 0 && end <= 3 && end < text.size() &&
                         (text[end] == ',' || text[end] == '.' || text[end] == '\'');
    text.remove_prefix(goes_on ? end + 1 : text.size());
  }
  return digits.size() > 10 ? 0 : parse_number<std::uint64_t>(digits).value_or(0);
}

/// The number behind "; key:", in capitals or not; a number of nodes is at least 1, and -1 means that it is
/// not known.
std::optional<int> number_behind(std::string_view line, const std::string& key) {
  const auto at = line.find_first_not_of("; \t");
  if (at == std::string_view::npos || !boost::algorithm::istarts_with(line.substr(at), key))
    return std::nullopt;
  line.remove_prefix(at + key.size());
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (line.empty() || line.front() != ':')
    return std::nullopt;
  line.remove_prefix(std::min(line.find_first_not_of(": \t"), line.size()));
  const auto number = grouped_integer(line);
  return number >= 1 && number <= most_nodes ? std::optional(static_cast<int>(number)) : std::nullopt;
}

/// Reads JSON up to the number nb_res of the outermost object.
class FindsNodes : public nlohmann::json_sax<nlohmann::json> {
public:
  std::optional<int> nodes;

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(std::int64_t) override { return value(); }
  bool number_unsigned(std::uint64_t number) override {
    if (is_nodes_ && number >= 1 && number <= most_nodes)
      nodes = static_cast<int>(number);
    return value();
  }
  bool number_float(double, const std::string&) override { return value(); }
  bool string(std::string&) override { return value(); }
  bool binary(nlohmann::json::binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return opened(); }
  bool key(std::string& name) override {
    is_nodes_ = depth_ == 1 && name == "nb_res";
    return true;
  }
  bool end_object() override { return closed(); }
  bool start_array(std::size_t) override { return opened(); }
  bool end_array() override { return closed(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

private:
  bool value() {
    is_nodes_ = false;
    return !nodes;
  }
  bool opened() {
    ++depth_;
    return value();
  }
  bool closed() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  bool is_nodes_ = false;
};

} // namespace

std::optional<int> nodes_recorded_in_swf(const std::filesystem::path& file) {
  LineReader lines(file);
  std::optional<int> processors, nodes;
  std::size_t read = 0;
  while (const auto line = lines.next()) {
    read += line->size();
    if (read > swf::longest_header) // the reader refuses it
      break;
    const auto first = line->find_first_not_of(" \t\r");
    if (first != std::string_view::npos && (*line)[first] != ';')
      break;
    if (const auto number = number_behind(*line, "MaxProcs"))
      processors = number;
    if (const auto number = number_behind(*line, "MaxNodes"))
      nodes = number;
  }
  return processors ? processors : nodes;
}

std::optional<int> nodes_recorded_in_batsim(const std::filesystem::path& file) {
  std::ifstream in(file);
  FindsNodes finder;
  nlohmann::json::sax_parse(in, &finder);
  return finder.nodes;
}

} // namespace malha
