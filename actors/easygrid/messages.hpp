// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <variant>

/// The messages between a site manager and its host managers (tonelli2010, section 4.4.1). A size is that of
/// the fields and one byte of tag; tasks weigh what their input data weighs. `host` is the sender's number
/// among all host managers and travels free.
namespace malha::easygrid {

inline constexpr Bytes tag_size = 1;
inline constexpr Bytes real_size = 8;

inline Bytes package_size(const std::vector<Task>& tasks) {
  Bytes size = tag_size;
  for (const auto& task : tasks)
    size += task.input;
  return size;
}

/// What a host shows of itself: cp and ert of eqs. 4.2 and 2.3.
struct Load {
  FlopsPerSecond power = 0;
  Seconds ert = 0;
};

struct TaskPackage {
  static constexpr const char* kind = "task_package";
  std::vector<Task> tasks;
  Bytes size() const { return package_size(tasks); }
};
/// Asks for a part of the ready work (perc_ask).
struct Request {
  static constexpr const char* kind = "request";
  double fraction;
  Bytes size() const { return real_size + tag_size; }
};
struct End {
  static constexpr const char* kind = "end";
  Bytes size() const { return tag_size; }
};
using HostMessage = std::variant<TaskPackage, Request, End>;

struct TaskEnded {
  static constexpr const char* kind = "task_ended";
  int host;
  TaskId task;
  Load load;
  Bytes size() const { return 3 * real_size + tag_size; }
};
struct Heartbeat {
  static constexpr const char* kind = "heartbeat";
  int host;
  Load load;
  Bytes size() const { return 2 * real_size + tag_size; }
};
/// Answers a request with the tasks given up.
struct Ack {
  static constexpr const char* kind = "ack";
  std::vector<Task> tasks;
  Bytes size() const { return package_size(tasks); }
};
struct Nack {
  static constexpr const char* kind = "nack";
  Bytes size() const { return tag_size; }
};
struct EndAck {
  static constexpr const char* kind = "end_ack";
  Bytes size() const { return tag_size; }
};
using SiteMessage = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck>;

} // namespace malha::easygrid
