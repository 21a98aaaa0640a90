// SPDX-License-Identifier: MIT
#include "recorded_nodes.hpp"

#include "line_reader.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <fstream>
#include <limits>

namespace malha {
namespace {

constexpr auto most_nodes = static_cast<std::uint64_t>(std::numeric_limits<int>::max());

/// The number behind "; key:"; a number of nodes is at least 1, and -1 means that it is not known.
std::optional<int> number_behind(std::string_view line, std::string_view key) {
  const auto at = line.find_first_not_of("; \t");
  if (at == std::string_view::npos || line.substr(at, key.size()) != key)
    return std::nullopt;
  line.remove_prefix(at + key.size());
  if (line.empty() || line.front() != ':')
    return std::nullopt;
  line.remove_prefix(std::min(line.find_first_not_of(": \t"), line.size()));
  int number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  return error == std::errc() && number >= 1 ? std::optional(number) : std::nullopt;
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
  while (const auto line = lines.next()) {
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
