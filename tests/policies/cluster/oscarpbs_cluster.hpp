// SPDX-License-Identifier: MIT
#pragma once
// Inlined into a test, the copy of a small_vector looks too long to this compiler (Boost,
// move_construct_impl).
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#include "policies/cluster/queue/oscarpbs/insertion.hpp"
#include "tests/policies/multicluster/fragments.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace malha::test {

using cluster::QueuedFragment;

/// A candidate of class common whose handle is its id.
inline cluster::oscarpbs::Job oscar_job(TaskId id, Seconds walltime,
                                        const std::vector<QueuedFragment>& fragments,
                                        const cluster::oscarpbs::Settings& settings = {}) {
  cluster::Request request;
  request.fragments = fragments;
  int size = 0;
  for (const auto& fragment : fragments)
    size += fragment.cpus;
  return cluster::oscarpbs::candidate_of(
      {static_cast<cluster::JobHandle>(id), id, 0, walltime, size, &request}, settings);
}

/// Machines whose tables are filled by hand. Jobs are numbered in the order in which they are made.
class OscarCluster {
public:
  using Job = cluster::oscarpbs::Job;
  using Class = cluster::oscarpbs::Class;
  using State = cluster::oscarpbs::State;
  using Power = cluster::oscarpbs::Power;

  explicit OscarCluster(const std::vector<int>& cpus) : tables(cpus) {}

  cluster::oscarpbs::Tables tables;
  Seconds now = 0;
  cluster::oscarpbs::Placing placing;

  /// A candidate for [start, start + length).
  Job& candidate(Seconds start, Seconds length, const std::vector<QueuedFragment>& fragments) {
    jobs_.push_back(oscar_job(static_cast<TaskId>(jobs_.size()), length, fragments));
    jobs_.back().start = start;
    return jobs_.back();
  }
  /// The same, on those machines.
  Job& place(Class kind, State state, Seconds start, Seconds length,
             const std::vector<QueuedFragment>& fragments, const std::vector<int>& machines) {
    Job& job = candidate(start, length, fragments);
    job.kind = kind;
    job.state = state;
    for (std::size_t i = 0; i < fragments.size(); ++i)
      tables.insert({&job, i}, machines.at(i));
    tables.commit(&job);
    return job;
  }
  Job& running(Seconds length, int cpus, int machine) {
    return place(Class::common, State::running, 0, length, {{cpus}}, {machine});
  }
  /// Can be pushed, and removed by no power.
  Job& common(Seconds length, int cpus, int machine) {
    return place(Class::common, State::allocated, 0, length, {{cpus}}, {machine});
  }

  bool insert(Job& job, Power power = Power::none) {
    return cluster::oscarpbs::Insertion(tables, job, power, now, placing).run();
  }

  /// Machines of each job's fragments: "0: 1 2, 1: -".
  std::string places() const {
    std::string text;
    for (const auto& job : jobs_) {
      text += (text.empty() ? "" : ", ") + std::to_string(job.id) + ":";
      for (const auto& fragment : job.fragments)
        text += fragment.machine < 0 ? " -" : " " + std::to_string(fragment.machine);
    }
    return text;
  }
  /// Everything that an insertion may not change when it fails, from 0 to that date.
  std::string state(Seconds to) const {
    std::string text = places() + "; inserted";
    for (const auto& job : jobs_)
      for (const auto& fragment : job.fragments)
        text += " " + std::to_string(fragment.machine < 0 ? 0 : fragment.inserted);
    for (int machine = 0; machine < tables.machines(); ++machine)
      text += "; " + timeline_text(tables[machine], 0, to);
    return text;
  }

  /// CPUs in use, and the fragments (job.fragment), of each interval: "10s:3(0.0) 20s:0()".
  static std::string timeline_text(const cluster::oscarpbs::Timeline& timeline, Seconds from, Seconds to) {
    std::string text;
    timeline.each(from, to, [&](const auto& interval, Seconds length) {
      std::vector<std::string> names;
      for (const auto& piece : interval.pieces)
        names.push_back(std::to_string(piece.job->id) + "." + std::to_string(piece.index));
      std::sort(names.begin(), names.end());
      text += (text.empty() ? "" : " ") + std::to_string(static_cast<int>(length)) +
              "s:" + std::to_string(interval.used) + "(";
      for (const auto& name : names)
        text += (name == names.front() ? "" : ",") + name;
      text += ")";
      return true;
    });
    return text;
  }

private:
  std::deque<Job> jobs_; ///< tables keep their addresses
};

} // namespace malha::test
