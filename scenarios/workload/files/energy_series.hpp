// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/step_series.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace malha {

/// What a series is of. Prices may be below 0, intensities (grams of CO2 a kWh) and powers may not.
enum class SeriesOf { prices, intensities, powers };

/// The series of a file: one for all hosts, or one for each site or host.
struct EnergySeries {
  enum class By { all, site, host };

  By by = By::all;
  std::map<std::string, StepSeries> series; ///< by site or host; "" where it is one for all
  std::vector<std::string> notes;           ///< what a user may not expect, one sentence each

  /// The series of a host, which stays good as long as this does. Null: the file has none for it.
  const StepSeries* of(const std::string& host, const std::string& site) const;
};

/// Reads a series from CSV with a header, plain or gzip: columns `time` (s) and `value`, and `site` or `host`
/// where it is not one for all, in any order. Or, for intensities, what SimGrid 4 reads (plugin
/// host_carbon_footprint): `host_id`, `timestamp`, `carbon_intensity`. SimGrid keeps its dates as texts; here
/// they are numbers. Each value holds to the next date, the last one for ever, or all come again a period
/// later. Throws InputError, with file and line, on what is no number, is below 0 and may not be, on a date
/// that is not behind the one before of the same site or host, and on other columns.
EnergySeries read_energy_series(const std::filesystem::path& file, SeriesOf what,
                                std::optional<Seconds> period);

} // namespace malha
