// SPDX-License-Identifier: MIT
#include "sizes.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

/// The rows of an attempt: from the one at its start up to its end.
struct RowsOf {
  std::vector<SizeRead>::const_iterator begin, end;
};

RowsOf rows_of(const std::vector<SizeRead>& rows, const Occupation& held) {
  const auto is_before = [](const SizeRead& row, Seconds date) { return row.time < date; };
  const auto begin = std::lower_bound(rows.begin(), rows.end(), held.start, is_before);
  return {begin, std::lower_bound(begin, rows.end(), held.end, is_before)};
}

/// A text that metadata have in quotes, since it has a '='. Nothing in a law of speed-up is escaped.
std::string without_quotes(const std::string& text) {
  const bool has_quotes = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return has_quotes ? text.substr(1, text.size() - 2) : text;
}

/// Reads the entries of the metadata in one row.
class MetadataReader {
public:
  explicit MetadataReader(const CsvReader& row) : row_(row) {
    for (const auto& part : split(row.text_if_any("metadata"), ';'))
      if (const auto equals = part.find('='); equals != std::string::npos)
        said_[part.substr(0, equals)] = without_quotes(part.substr(equals + 1));
  }

  bool has(const std::string& key) const { return said_.count(key) > 0; }
  const std::string& text(const std::string& key) const { return said_.at(key); }
  int nodes(const std::string& key) const {
    if (!has(key))
      row_.fail("has a 'type' in column 'metadata', and no '" + key + "'");
    const auto number = parse_number<int>(text(key));
    if (!number || *number < 1)
      fail(key, "a number of nodes from 1 on");
    return *number;
  }
  [[noreturn]] void fail(const std::string& key, const std::string& valid) const {
    row_.fail("'" + text(key) + "' as '" + key + "' in column 'metadata'; valid: " + valid);
  }
  std::optional<SpeedUp> law() const {
    try {
      return has("law") ? std::optional(SpeedUp::read(text("law"))) : std::nullopt;
    } catch (const InputError& error) {
      row_.fail(error.what());
    }
  }
  int parts() const {
    if (!has("parts"))
      return 1;
    if (text("parts") == "inf")
      return JobSizes::any_date;
    const auto number = parse_number<int>(text("parts"));
    if (!number || *number < 1)
      fail("parts", "a number from 1 on, or inf");
    return *number;
  }
  Seconds work() const {
    if (!has("work"))
      return 0;
    const auto number = parse_number<Seconds>(text("work"));
    if (!number || !(*number > 0) || !std::isfinite(*number))
      fail("work", "a time above 0 s");
    return *number;
  }

private:
  const CsvReader& row_;
  std::map<std::string, std::string> said_; ///< of several entries of a key the last one counts
};

} // namespace

const std::vector<SizeRead>& SizesRead::of(const std::string& id) const {
  static const std::vector<SizeRead> none;
  const auto found = by_job.find(id);
  return found == by_job.end() ? none : found->second;
}

void SizesRead::each_row(const Occupation& held,
                         const std::function<void(const SizeRead& row, Seconds until)>& take) const {
  const auto [begin, end] = rows_of(of(id_of(held)), held);
  for (auto row = begin; row != end; ++row)
    take(*row, std::next(row) == end ? held.end : std::next(row)->time);
}

void SizesRead::each(const Occupation& held, const std::function<void(const Occupation&)>& take) const {
  bool has_rows = false;
  if (!by_job.empty())
    each_row(held, [&](const SizeRead& row, Seconds until) {
      has_rows = true;
      take({held.job, row.time, until, row.resources});
    });
  if (!has_rows)
    take(held);
}

Seconds SizesRead::at_pref(const Occupation& held, const SizesSaid& said, int pref) const {
  Seconds sum = 0;
  each_row(held, [&](const SizeRead& row, Seconds until) {
    sum += run_time_on(said.law.value(), std::max(Seconds{0}, until - row.time - row.pause),
                       std::max(1, row.resources.size()), pref);
  });
  return sum;
}

void Holdings::add(const Occupation& held) {
  const auto number = number_++;
  if (sizes_.by_job.empty() || !sizes_.has(id_of(held))) {
    all_.push_back({&held, number});
    return;
  }
  sizes_.each(held, [&](const Occupation& part) {
    parts_.push_back(part);
    all_.push_back({&parts_.back(), number});
  });
}

SizesRead read_sizes(const std::filesystem::path& file) {
  SizesRead read{file.string(), {}};
  if (!is_written(file))
    return read;
  for (CsvReader rows(file); rows.next();) {
    const auto place = rows.place();
    const auto line = parse_number<std::size_t>(std::string_view(place).substr(place.rfind(':') + 1));
    read.by_job[std::to_string(rows.integer("job_id"))].push_back({line.value_or(0), finite(rows, "time"),
                                                                   rows.integer("nodes"), resources_in(rows),
                                                                   finite(rows, "pause")});
  }
  for (auto& [id, rows] : read.by_job)
    std::stable_sort(rows.begin(), rows.end(),
                     [](const SizeRead& one, const SizeRead& other) { return one.time < other.time; });
  return read;
}

std::optional<SizesSaid> sizes_said_in(const CsvReader& row) {
  const MetadataReader said(row);
  if (!said.has("type") || !said.has("min_nodes"))
    return std::nullopt;
  const auto kind = job_kind_of(said.text("type")); // other types may be those of a site
  if (!kind)
    return std::nullopt;
  return SizesSaid{*kind,      said.nodes("min_nodes"), said.nodes("max_nodes"), said.law(), said.parts(),
                   said.work()};
}

} // namespace malha
