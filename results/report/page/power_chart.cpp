// SPDX-License-Identifier: MIT
#include "power_chart.hpp"

#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/report/script/curves.hpp"
#include "results/validate/rows.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>

namespace malha::page {
namespace {

namespace fs = std::filesystem;

/// A value from a date on.
struct Step {
  double date, value;
};

/// The steps of a file, one after the other: there may be millions of them.
class StepsOfFile {
public:
  StepsOfFile(const fs::path& file, std::string column) : csv_(file), column_(std::move(column)) { next(); }

  const std::optional<Step>& step() const { return step_; }
  void next() {
    step_ = csv_.next() ? std::optional(Step{finite(csv_, "time"), finite(csv_, column_)}) : std::nullopt;
  }

private:
  CsvReader csv_;
  const std::string column_;
  std::optional<Step> step_;
};

/// Tells each date at which the power or the cap changes, in order, with both from then on.
void each_step(const fs::path& run, bool has_cap,
               const std::function<void(double date, const std::vector<double>& values)>& tell) {
  StepsOfFile power(run / "power.csv", "power");
  std::optional<StepsOfFile> cap;
  if (has_cap)
    cap.emplace(run / "power_cap.csv", "cap");
  std::vector<double> values(has_cap ? 2 : 1, 0);
  while (power.step() || (cap && cap->step())) {
    const bool is_cap = cap && cap->step() && (!power.step() || cap->step()->date < power.step()->date);
    const double date = is_cap ? cap->step()->date : power.step()->date;
    if (power.step() && power.step()->date == date) {
      values[0] = power.step()->value;
      power.next();
    }
    if (cap && cap->step() && cap->step()->date == date) {
      values[1] = cap->step()->value;
      cap->next();
    }
    tell(date, values);
  }
}

} // namespace

nlohmann::json power_chart(const fs::path& run) {
  const bool has_cap = is_written(run / "power_cap.csv");
  std::size_t dates = 0;
  double begin = 0, end = 0;
  each_step(run, has_cap, [&](double date, const std::vector<double>&) {
    end = date;
    begin = dates++ == 0 ? date : begin;
  });
  if (dates == 0)
    CsvReader(run / "power.csv").fail("has no row");
  Curves curves(has_cap ? std::vector<std::string>{"power", "cap"} : std::vector<std::string>{"power"}, dates,
                begin, end);
  each_step(run, has_cap, [&](double date, const std::vector<double>& values) { curves.add(date, values); });
  return chart_over_time(curves,
                         has_cap ? "Power of all hosts, and its cap (power.csv, power_cap.csv)"
                                 : "Power of all hosts (power.csv)",
                         "W");
}

} // namespace malha::page
