// SPDX-License-Identifier: MIT
// Waits and slowdowns of jobs that ask for devices such as GPUs, and of those that do not. Without any job
// that asks for some there are no values.
#include "results/measures/job_times.hpp"
#include "results/measures/metric.hpp"

#include "policies/sdk/split.hpp"

#include <algorithm>

namespace malha {
namespace {

/// Whether the metadata of a job have an entry gres with a device of which it asks for more than none. Those
/// of CSV traces, of sacct and of `lublin` have one.
bool asks_for_devices(const JobRow& row) {
  const std::string_view metadata = row.metadata;
  constexpr std::string_view entry = "gres=";
  auto begin = metadata.find(entry);
  while (begin != std::string_view::npos && begin > 0 && metadata[begin - 1] != ';')
    begin = metadata.find(entry, begin + 1);
  if (begin == std::string_view::npos)
    return false;
  begin += entry.size();
  const auto devices = split(std::string(metadata.substr(begin, metadata.find(';', begin) - begin)), ',');
  return std::any_of(devices.begin(), devices.end(), [](const std::string& device) {
    const auto colon = device.rfind(':');
    const auto count = colon == std::string::npos ? device : device.substr(colon + 1);
    return count.find_first_not_of('0') != std::string::npos; // "gpu" and "gpu:a100" are one device
  });
}

template <bool with_devices>
class DeviceMean : public MetricSum {
public:
  void ran(const JobRow& row, bool counts) final {
    const bool asks = asks_for_devices(row);
    any_asks_ = any_asks_ || asks;
    if (!counts || asks != with_devices)
      return;
    sum_ += of_job(row);
    ++number_;
  }
  std::optional<double> value(const RunTotals&) const final {
    return any_asks_ && number_ > 0 ? std::optional(sum_ / number_) : std::nullopt;
  }

private:
  virtual double of_job(const JobRow& row) const = 0;

  double sum_ = 0, number_ = 0;
  bool any_asks_ = false;
};

template <bool with_devices>
class DeviceWait : public DeviceMean<with_devices> {
  double of_job(const JobRow& row) const override { return waiting_time(row); }
};

template <bool with_devices>
class DeviceSlowdown : public DeviceMean<with_devices> {
public:
  void measure_by(const SlowdownRule& rule) override { rule_ = rule; }

private:
  double of_job(const JobRow& row) const override { return bounded_slowdown(row, rule_); }

  SlowdownRule rule_;
};

MALHA_METRIC("mean_waiting_time_devices", "s", "mean_waiting_time of jobs that ask for devices",
             summed_by<DeviceWait<true>>(), 196, false, false, Better::less)
MALHA_METRIC("mean_waiting_time_no_devices", "s",
             "mean_waiting_time of the other jobs, if some ask for devices", summed_by<DeviceWait<false>>(),
             197, false, false, Better::less)
MALHA_METRIC("mean_bounded_slowdown_devices", "1", "mean_bounded_slowdown of jobs that ask for devices",
             summed_by<DeviceSlowdown<true>>(), 198, false, false, Better::less)
MALHA_METRIC("mean_bounded_slowdown_no_devices", "1",
             "mean_bounded_slowdown of the other jobs, if some ask for devices",
             summed_by<DeviceSlowdown<false>>(), 199, false, false, Better::less)

} // namespace
} // namespace malha
