// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace malha::workflow {

/// How long each task takes on each resource, in s: its work divided by the speed of the resource, or a table
/// with a row for each task (resources that are "unrelated").
class RunTimes {
public:
  RunTimes(std::vector<Flops> works, std::vector<FlopsPerSecond> speeds)
      : resources_(static_cast<int>(speeds.size())), works_(std::move(works)), speeds_(std::move(speeds)) {}
  /// `rows` has the times of task 0 on each resource, then those of task 1, and so on.
  RunTimes(int resources, std::vector<Seconds> rows) : resources_(resources), rows_(std::move(rows)) {}

  int resources() const { return resources_; }

  Seconds of(int task, int resource) const {
    const auto number = static_cast<std::size_t>(task), at = static_cast<std::size_t>(resource);
    return rows_.empty() ? works_[number] / speeds_[at]
                         : rows_[number * static_cast<std::size_t>(resources_) + at];
  }
  /// The mean over all resources, summed in their order.
  Seconds mean(int task) const {
    Seconds sum = 0;
    for (int resource = 0; resource < resources_; ++resource)
      sum += of(task, resource);
    return sum / resources_;
  }
  Seconds least(int task) const {
    Seconds least = of(task, 0);
    for (int resource = 1; resource < resources_; ++resource)
      least = std::min(least, of(task, resource));
    return least;
  }

private:
  int resources_;
  std::vector<Flops> works_;
  std::vector<FlopsPerSecond> speeds_;
  std::vector<Seconds> rows_;
};

/// How the mean time of a transfer is taken, over ordered pairs of different resources.
enum class MeanTransfer {
  /// The mean of latency + data / bandwidth, taken as mean latency + data x mean of 1 / bandwidth.
  cost,
  rate, ///< mean latency + data / mean bandwidth (topcuoglu2002, equations 2 to 4)
  /// The mean of data / bandwidth without latencies, over pairs of a resource with itself, too, which take no
  /// time, and with a master as one more resource (DSLab, crates/dslab-dag).
  dslab
};

/// How long data take from one resource to another, if transfers do not slow each other: latency + data /
/// bandwidth. Within a resource, and without data, it is 0.
class Network {
public:
  /// All pairs of resources are alike. `latency` is in s, `bandwidth` in B/s.
  Network(int resources, Seconds latency, double bandwidth, MeanTransfer mean = MeanTransfer::cost)
      : resources_(resources), latency_(latency), bandwidth_(bandwidth), greatest_latency_(latency),
        least_bandwidth_(bandwidth) {
    take_means(mean, latency, 1 / bandwidth, bandwidth);
  }
  /// A row for each sending resource, with an element for each receiving one.
  Network(int resources, std::vector<Seconds> latencies, std::vector<double> bandwidths,
          MeanTransfer mean = MeanTransfer::cost)
      : resources_(resources), latencies_(std::move(latencies)), bandwidths_(std::move(bandwidths)),
        greatest_latency_(*std::max_element(latencies_.begin(), latencies_.end())),
        least_bandwidth_(*std::min_element(bandwidths_.begin(), bandwidths_.end())) {
    double latency = 0, inverse = 0, rate = 0;
    const double pairs = std::max(1.0, double(resources) * (resources - 1));
    for (std::size_t i = 0; i < latencies_.size(); ++i)
      if (i % (static_cast<std::size_t>(resources) + 1) != 0) { // not one with itself
        latency += latencies_[i];
        inverse += 1 / bandwidths_[i];
        rate += bandwidths_[i];
      }
    take_means(mean, latency / pairs, inverse / pairs, rate / pairs);
  }

  Seconds time(Bytes data, int from, int to) const {
    if (from == to || data == 0)
      return 0;
    if (latencies_.empty())
      return latency_ + data / bandwidth_;
    return latencies_[pair(from, to)] + data / bandwidths_[pair(from, to)];
  }
  int resources() const { return resources_; }
  /// Whether all pairs of resources are alike.
  bool is_uniform() const { return latencies_.empty(); }
  /// Of one pair, in s and in B/s.
  Seconds latency(int from, int to) const { return is_uniform() ? latency_ : latencies_[pair(from, to)]; }
  double bandwidth(int from, int to) const { return is_uniform() ? bandwidth_ : bandwidths_[pair(from, to)]; }
  /// No transfer of the data takes longer.
  Seconds longest(Bytes data) const { return greatest_latency_ + data / least_bandwidth_; }
  /// The mean time between two resources.
  Seconds mean(Bytes data) const {
    if (data == 0 || resources_ == 1)
      return 0;
    return mean_rate_ > 0 ? mean_latency_ + data / mean_rate_ : mean_latency_ + data * mean_inverse_;
  }

private:
  std::size_t pair(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(resources_) +
           static_cast<std::size_t>(to);
  }
  void take_means(MeanTransfer mean, Seconds latency, double inverse, double rate) {
    mean_latency_ = mean == MeanTransfer::dslab ? 0 : latency;
    // One bandwidth for all is its own mean, to the last digit.
    mean_rate_ = mean == MeanTransfer::rate || (mean == MeanTransfer::cost && latencies_.empty()) ? rate : 0;
    mean_inverse_ = mean == MeanTransfer::dslab ? inverse * resources_ / (resources_ + 1) : inverse;
  }

  int resources_;
  Seconds latency_ = 0;
  double bandwidth_ = 0;
  std::vector<Seconds> latencies_;
  std::vector<double> bandwidths_;
  Seconds greatest_latency_;
  double least_bandwidth_;
  Seconds mean_latency_ = 0;
  double mean_rate_ = 0, mean_inverse_ = 0; ///< the rate counts if it is above 0
};

} // namespace malha::workflow
