// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace malha {

/// What became of a task or rigid job: one row of jobs.csv. Indices of resources are those of resources.csv.
struct JobRow {
  Task task;
  std::string workload;
  std::string profile; ///< shape of its job
  std::string user;
  std::string site;
  std::optional<Seconds> walltime;
  Seconds start = 0;
  Seconds finish = 0;
  std::vector<int> resources; ///< increasing
};

/// One host that runs tasks: one row of resources.csv.
struct ResourceRow {
  int index;
  std::string host;
  FlopsPerSecond speed; ///< of one core
  int cores;
  std::string site;
  std::string owner;
  int slots; ///< tasks that may run on it at once: nt of a host manager, 1 for a dedicated node
};

/// A number that a run produced; the name is in the vocabulary of `known_metrics` or declared by an actor.
struct MetricValue {
  std::string name;
  double value;
  std::string unit;
};
inline bool operator==(const MetricValue& a, const MetricValue& b) {
  return a.name == b.name && a.value == b.value && a.unit == b.unit;
}

/// Messages of one kind between two layers: one row of messages.csv.
struct MessageRow {
  std::string kind;
  std::string layer; ///< "easygrid/host_manager>easygrid/site_manager"
  std::int64_t count = 0;
  Bytes bytes = 0;
};

/// "0-3 5 8-9" from increasing indices.
std::string interval_text(const std::vector<int>& indices);
/// The inverse of `interval_text`. Throws std::invalid_argument on anything that is not such a text.
std::vector<int> interval_indices(const std::string& text);

std::string jobs_header();
std::string resources_header();
std::string messages_header();
/// One line each, without its end.
std::string csv_line(const JobRow& row);
std::string csv_line(const ResourceRow& row);
std::string csv_line(const MessageRow& row);

/// A field of a CSV file, quoted when it has to be.
std::string csv_field(const std::string& text);

} // namespace malha
