// SPDX-License-Identifier: MIT
#include "outcome_bytes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace malha {
namespace {

using nlohmann::json;

/// A name of a user or a file may have any bytes. Those that are not UTF-8 are replaced.
std::string valid_text(const std::string& text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii))
    return text;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

template <class Number>
void append_number(std::string& bytes, Number number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append_text(std::string& bytes, const std::string& text) {
  const auto valid = valid_text(text);
  append_number(bytes, valid.size());
  bytes += valid;
}

/// Takes bytes from the front, as long as there are enough.
class OutcomeReader {
public:
  explicit OutcomeReader(std::string_view bytes) : left_(bytes) {}

  template <class Number>
  Number number() {
    Number number{};
    if (const auto taken = take(sizeof number); !taken.empty())
      std::memcpy(&number, taken.data(), sizeof number);
    return number;
  }
  std::string text() { return std::string(take(number<std::size_t>())); }
  /// Whether there were bytes for all that was taken.
  bool is_whole() const { return is_whole_; }
  bool is_at_end() const { return left_.empty(); }

private:
  std::string_view take(std::size_t size) {
    is_whole_ = is_whole_ && size <= left_.size();
    const auto taken = left_.substr(0, is_whole_ ? size : 0);
    left_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view left_;
  bool is_whole_ = true;
};

} // namespace

std::string bytes_of(const Outcome& outcome) {
  std::string bytes;
  append_number(bytes, outcome.status);
  append_text(bytes, outcome.message);
  append_number(bytes, outcome.tasks_submitted);
  append_number(bytes, outcome.tasks_unfinished);
  append_number(bytes, outcome.cannot_write);
  append_number(bytes, outcome.notes.size());
  for (const auto& note : outcome.notes)
    append_text(bytes, note);
  append_number(bytes, outcome.metrics.size());
  for (const auto& metric : outcome.metrics) {
    append_text(bytes, metric.name);
    append_number(bytes, metric.value);
    append_text(bytes, metric.unit);
  }
  return bytes;
}

std::optional<Outcome> outcome_of(const std::string& bytes) {
  OutcomeReader reader(bytes);
  Outcome outcome;
  outcome.status = reader.number<Status>();
  outcome.message = reader.text();
  outcome.tasks_submitted = reader.number<std::int64_t>();
  outcome.tasks_unfinished = reader.number<std::int64_t>();
  outcome.cannot_write = reader.number<bool>();
  for (auto left = reader.number<std::size_t>(); left > 0 && reader.is_whole(); --left)
    outcome.notes.push_back(reader.text());
  for (auto left = reader.number<std::size_t>(); left > 0 && reader.is_whole(); --left) {
    auto& metric = outcome.metrics.emplace_back();
    metric.name = reader.text();
    metric.value = reader.number<double>();
    metric.unit = reader.text();
  }
  if (!reader.is_whole() || !reader.is_at_end())
    return std::nullopt;
  return outcome;
}

} // namespace malha
