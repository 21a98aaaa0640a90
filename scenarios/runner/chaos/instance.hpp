// SPDX-License-Identifier: MIT
#pragma once
#include "fault_case.hpp"
#include "scenarios/runner/runs/identity.hpp"

#include <set>

namespace malha::chaos {

/// A simulation into which faults are injected.
struct Instance {
  RunRequest request; ///< without the environment actors that chaos adds
  SimulationPlan plan;
  Identity identity;
};

/// A host with its actors, which crash together.
struct Component {
  std::string host;
  std::string kind;            ///< the actors there: "broker/worker", "tuple_space/replica and …"
  std::set<std::string> lives; ///< the actors there that are not idle for ever
  int resources = 0;           ///< of resources.csv
  std::string site = "";       ///< of its resources
  std::string leads = "";      ///< the site whose cluster is lost with it, below a meta-scheduler
};

/// What became of a job without faults.
struct JobRecord {
  std::string final_state;
  int resources = 1; ///< that it asks for
};

/// The run without faults.
struct Record {
  std::vector<Component> components;     ///< in the order of the deployment
  std::vector<Seconds> dates;            ///< of all decisions, messages, starts and ends
  std::map<std::string, JobRecord> jobs; ///< by job_id
  /// Messages between two hosts, in the order of sending, if the run has an environment actor for messages.
  std::vector<SentMessage> messages = {};

  Seconds end() const { return dates.empty() ? 0 : dates.back(); }
};

/// The verdict on one run.
struct Verdict {
  enum class Kind { passed, failed, refused };
  Kind kind = Kind::failed;
  std::string why;             ///< of a case that did not pass
  bool leaves_too_few = false; ///< it passed, and not all jobs could end
  /// The states of the run, as hashes below 2^53, sorted. A state consists of the state of each task (not
  /// submitted, waits, runs on these resources, has ended), the number of messages that each actor has not
  /// received yet, and the hosts that are down. The date is not part of it.
  std::vector<std::uint64_t> states = {};
};

/// Finds every name of a request and checks its values. `added` are environment actors of late, lost or
/// doubled messages, without any fault yet. Throws InputError, also if the actors do not support these.
Instance instance_of(const Library& library, const RunRequest& request,
                     const std::vector<std::string>& added);

/// Cuts the runs of an instance at ten times the end of the record and an hour, unless its request says a
/// max_time: an endless run fails.
void limit_time(Instance& instance, const Record& record);

/// Runs the instance without faults, in a process of its own, and records what the cases need. Throws
/// InputError if the run is refused, or does not end.
Record record_of(const Instance& instance);

/// The most resources that one job can still get after the crashes of hosts that do not recover. Below a
/// meta-scheduler a job runs on one cluster, and a cluster is lost with the host of its scheduler.
int most_left(const Record& record, const FaultCase& faults);

/// Runs one case of the instance and checks what every architecture promises: the run ends before max_time,
/// its schedule is valid by the rules of `malha validate`, and it has one result of each job and task of the
/// record, with the same final state. Two other ends are right: a job for which too few resources are left is
/// rejected; and if none is left at all, the run says so. Files go to `folder`, which is removed afterwards.
/// The caller must be a process of its own.
Verdict judge_case(const Instance& instance, const Record& record, const FaultCase& faults,
                   const std::filesystem::path& folder);

} // namespace malha::chaos
