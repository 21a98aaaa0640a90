// SPDX-License-Identifier: MIT
#pragma once
#include "recorder.hpp"
#include "results/measures/metrics.hpp"

namespace malha {

/// The metric of bytes that tasks of DAGs get from other hosts. Runs without DAGs lack it.
inline MetricSpec transferred_bytes() {
  return {"transferred_bytes", "B", "data of tasks of workflows that went from one host to another", true};
}

/// Counts bytes that go from one host to another; 0: a run with a DAG has the metric.
inline void count_transferred(Recorder& recorder, Bytes bytes) {
  static const std::string name = transferred_bytes().name;
  recorder.count(name, bytes);
}

} // namespace malha
