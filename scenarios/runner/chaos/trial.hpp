// SPDX-License-Identifier: MIT
#pragma once
#include "fault_case.hpp"
#include "scenarios/runner/runs/identity.hpp"

#include <set>

namespace malha::chaos {

/// A simulation in which something is to go wrong.
struct Instance {
  RunRequest request; ///< without the environment actors that chaos adds
  SimulationPlan plan;
  Identity identity;
};

/// A host with all that runs on it. They crash together.
struct Component {
  std::string host;
  std::string kind;            ///< the actors there: "broker/worker", "tuple_space/replica and …"
  std::set<std::string> lives; ///< the actors there that have something to do
  int resources = 0;           ///< of resources.csv
};

/// What is known of a run without faults.
struct Record {
  std::vector<Component> components;       ///< in the order of the deployment
  std::vector<Seconds> dates;              ///< at which anything is decided, sent, received, begins or ends
  std::map<std::string, std::string> jobs; ///< final states, by job_id
  int resources = 0;                       ///< that the run has
  int most_used = 0;                       ///< the resources of the largest job
  /// Those between two hosts, in the order of sending; where the run has an environment actor for them.
  std::vector<SentMessage> messages = {};

  Seconds end() const { return dates.empty() ? 0 : dates.back(); }
};

/// What came of one run.
struct Verdict {
  enum class Kind { passed, failed, refused };
  Kind kind = Kind::failed;
  std::string why; ///< of a case that did not pass
  /// The states that the run went through, as hashes below 2^53, sorted. A state is what each task does (it
  /// is not submitted, waits, runs on these resources, has ended), how many messages each actor has not
  /// received yet, and which hosts are down. The date is no part of it.
  std::vector<std::uint64_t> states;
};

/// Finds every name of a request and checks its values. `added`: environment actors for messages that are
/// late or lost, of which there are none yet. Throws InputError, also where these are not borne.
Instance instance_of(const Library& library, const RunRequest& request,
                     const std::vector<std::string>& added);

/// Cuts the runs of an instance at ten times the end of the record and an hour, unless its request says a
/// max_time: a run that goes on for ever fails.
void limit_time(Instance& instance, const Record& record);

/// Runs the instance without faults, in a process of its own, and keeps what the cases need to know. Throws
/// InputError where it is refused, and where it does not end.
Record record_of(const Instance& instance);

/// Runs one case of the instance and holds the run to what every architecture promises. The run ends, and by
/// max_time. Its schedule is valid by the rules of `malha validate`. It has a result of each job and task of
/// the record, one each, with the same final state. Files go to `folder`, which is gone afterwards. The
/// caller must be a process of its own.
Verdict try_case(const Instance& instance, const Record& record, const FaultCase& faults,
                 const std::filesystem::path& folder);

} // namespace malha::chaos
