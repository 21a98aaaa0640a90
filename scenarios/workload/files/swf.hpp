// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace malha::swf {

/// The fields of a line of the Standard Workload Format, in their order.
enum Field : std::size_t {
  job,
  submit_time,
  wait_time,
  run_time,
  allocated_processors,
  cpu_time,
  used_memory,
  requested_processors,
  requested_time,
  requested_memory,
  status,
  user,
  group,
  executable,
  queue,
  partition,
  preceding_job,
  think_time,
  fields
};

inline constexpr std::array<const char*, fields> names{"job number",
                                                       "submit time",
                                                       "wait time",
                                                       "run time",
                                                       "allocated processors",
                                                       "average CPU time",
                                                       "used memory",
                                                       "requested processors",
                                                       "requested time",
                                                       "requested memory",
                                                       "status",
                                                       "user",
                                                       "group",
                                                       "executable",
                                                       "queue",
                                                       "partition",
                                                       "preceding job",
                                                       "think time"};

/// The fields that travel in the metadata of a job, and their keys there.
inline constexpr std::array<std::pair<const char*, Field>, 7> in_metadata{
    {{"group", group},
     {"executable", executable},
     {"partition", partition},
     {"preceding", preceding_job},
     {"think", think_time},
     {"memory", used_memory},
     {"requested_memory", requested_memory}}};

/// The fields that say what became of a job where it was recorded, and their keys in the metadata of a job
/// that is read to be written. No run has them.
inline constexpr std::array<std::pair<const char*, Field>, 4> of_the_record{
    {{"recorded_wait", wait_time},
     {"recorded_allocation", allocated_processors},
     {"recorded_cpu_time", cpu_time},
     {"recorded_status", status}}};

/// The value of a field that says nothing.
inline constexpr double unknown = -1;
/// The largest number up to which all integers are doubles.
inline constexpr double largest_integer = 9007199254740992;

/// One line as numbers.
using Line = std::array<double, fields>;

/// Whether the text names several jobs: "12&13". Some logs have that in the field of the preceding job.
bool is_list(std::string_view text);

/// Appends the shortest form of a number that reads back exactly. It has no exponent, because other readers
/// do not know exponents.
void append_number(std::string& text, double value);

} // namespace malha::swf
