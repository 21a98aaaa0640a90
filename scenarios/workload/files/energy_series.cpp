// SPDX-License-Identifier: MIT
#include "energy_series.hpp"

#include "csv_rows.hpp"
#include "field_values.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

/// How the columns are called, and where they stand.
struct SeriesColumns {
  EnergySeries::By by = EnergySeries::By::all;
  std::string date, value, place; ///< `place` is "" where it is one series for all
  std::size_t date_at = 0, value_at = 0, place_at = 0;
};

class SeriesReader {
public:
  SeriesReader(const std::filesystem::path& file, SeriesOf what, std::optional<Seconds> period)
      : file_(file.string()), what_(what), period_(period), rows_(file) {}

  EnergySeries read() {
    rows_.split_at(',');
    find_columns();
    while (rows_.next())
      take_row();
    if (steps_.empty())
      throw InputError(file_ + ": has no row behind the header; valid: at least one date with its value");
    EnergySeries all;
    all.by = columns_.by;
    for (auto& [place, steps] : steps_) {
      check_period(place, steps);
      if (all.notes.empty() && steps.front().date > 0)
        all.notes.push_back("the series" + of(place) + " in " + file_ + " begins at " +
                            shortest(steps.front().date) + " s; before, its first value holds");
      all.series.emplace(place, StepSeries(std::move(steps), period_));
    }
    return all;
  }

private:
  void find_columns() {
    std::vector<SeriesColumns> layouts{{EnergySeries::By::all, "time", "value", ""},
                                       {EnergySeries::By::site, "time", "value", "site"},
                                       {EnergySeries::By::host, "time", "value", "host"}};
    if (what_ == SeriesOf::intensities)
      layouts.push_back({EnergySeries::By::host, "timestamp", "carbon_intensity", "host_id"});
    for (auto& layout : layouts)
      if (place_columns(layout)) {
        columns_ = layout;
        return;
      }
    std::string valid;
    for (const auto& layout : layouts)
      valid += (valid.empty() ? "" : "; or ") + (layout.place.empty() ? "" : layout.place + ",") +
               layout.date + "," + layout.value;
    throw InputError(file_ + ":1: has the columns " + listed(rows_.names()) + "; valid: " + valid);
  }

  /// Whether the header has these columns, each once, and no other.
  bool place_columns(SeriesColumns& layout) const {
    const auto& names = rows_.names();
    const auto find = [&names](const std::string& name, std::size_t& at) {
      at = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      return at < names.size();
    };
    return names.size() == (layout.place.empty() ? 2 : 3) && find(layout.date, layout.date_at) &&
           find(layout.value, layout.value_at) &&
           (layout.place.empty() || find(layout.place, layout.place_at));
  }

  void take_row() {
    const Seconds date = number(columns_.date, columns_.date_at, true);
    const double value = number(columns_.value, columns_.value_at, what_ != SeriesOf::prices);
    const std::string place(columns_.place.empty() ? "" : rows_.cell(columns_.place_at));
    if (place.empty() && !columns_.place.empty())
      rows_.bad_row("names no " + columns_.place + "; valid: a name", columns_.place);
    auto& steps = steps_[place];
    if (!steps.empty() && date <= steps.back().date)
      rows_.bad_row(columns_.date + " " + shortest(date) + of(place) + " comes " +
                        (date == steps.back().date ? "again" : "behind " + shortest(steps.back().date)) +
                        "; valid: dates that rise",
                    columns_.date);
    steps.push_back({date, value});
  }

  double number(const std::string& column, std::size_t at, bool is_from_0) const {
    const auto text = rows_.cell(at);
    const auto value = parse_number<double>(text);
    if (!value || !std::isfinite(*value) || (is_from_0 && *value < 0))
      rows_.bad_row(column + " cannot be " + malha::quoted(text) + "; valid: a finite number" +
                        (is_from_0 ? ", 0 or more" : ""),
                    column);
    return *value;
  }

  void check_period(const std::string& place, const std::vector<StepSeries::Step>& steps) const {
    const Seconds length = steps.back().date - steps.front().date;
    if (period_ && !(*period_ > length))
      throw InputError(file_ + ": a period of " + shortest(*period_) + " s is too short for the series" +
                       of(place) + "; valid: above " + shortest(length) +
                       ", the time from the first date to the last");
  }

  std::string of(const std::string& place) const {
    return columns_.place.empty() ? "" : " of " + columns_.place + " '" + place + "'";
  }

  std::string file_;
  SeriesOf what_;
  std::optional<Seconds> period_;
  CsvRows rows_;
  SeriesColumns columns_;
  std::map<std::string, std::vector<StepSeries::Step>> steps_;
};

} // namespace

const StepSeries* EnergySeries::of(const std::string& host, const std::string& site) const {
  const auto found = series.find(by == By::host ? host : by == By::site ? site : "");
  return found == series.end() ? nullptr : &found->second;
}

EnergySeries read_energy_series(const std::filesystem::path& file, SeriesOf what,
                                std::optional<Seconds> period) {
  return SeriesReader(file, what, period).read();
}

} // namespace malha
