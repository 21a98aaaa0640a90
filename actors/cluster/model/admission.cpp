// SPDX-License-Identifier: MIT
#include "admission.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha::cluster {
namespace {

std::string text_of(const Fragment& fragment) {
  return (fragment.machine.empty() ? "" : fragment.machine + ":") + std::to_string(fragment.cpus) +
         (fragment.exclusive ? ":e" : "");
}

} // namespace

std::string metadata_of(const Job& job) {
  std::string text = job.metadata;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ";") + more; };
  if (job.service != ServiceClass::common)
    add(std::string("class=") + (job.service == ServiceClass::qos ? "qos" : "emergency"));
  if (job.dates.begin > 0)
    add("begin=" + shortest(job.dates.begin));
  if (job.dates.held_until > 0)
    add("hold=" + (job.dates.held_until < never ? shortest(job.dates.held_until) : "forever"));
  if (job.deadline)
    add("deadline=" + shortest(*job.deadline));
  std::string fragments;
  for (const auto& fragment : job.fragments)
    fragments += (fragments.empty() ? "fragments=" : "+") + text_of(fragment);
  if (!fragments.empty())
    add(fragments);
  return text;
}

void Admission::refuse(const std::string& what) const {
  throw InputError("workload '" + setting_.workload + "': " + what);
}

void Admission::check(const Job& job) const {
  if (!job.fragments.empty() && !setting_.allocates_cores && !setting_.ignores_fragments)
    refuse("job " + std::to_string(job.id) +
           " asks for fragments of CPUs, and the cluster is allocated by node; valid: allocation=core, or "
           "fragments=ignore");
  if (job.dates.are_given() && setting_.is_predicted_above)
    refuse("job " + std::to_string(job.id) +
           " has a date at which it begins or is released, and a meta-scheduler above predicts starts "
           "without it; valid: jobs without such dates");
  if (job.deadline && job.service == ServiceClass::common && !job.walltime)
    refuse("job " + std::to_string(job.id) +
           " has a deadline and no walltime, so that nobody knows whether it can end by then; valid: both");
  for (const auto& task : job.tasks) {
    if (task.exchange > 0 && setting_.shares_nodes)
      refuse(
          "job " + std::to_string(job.id) +
          " exchanges data over the network, which jobs on shared nodes do not; valid: allocation=node, or "
          "allocation=core");
    if (task.exchange > 0 && !setting_.exchanges_data)
      refuse("job " + std::to_string(job.id) +
             " exchanges data, and only executions on a network know its time; valid: execution=exec with "
             "transport=network");
  }
}

Job Admission::taken(const Job& job) const {
  Job taken = job;
  taken.metadata = metadata_of(job);
  if (setting_.ignores_fragments)
    taken.fragments.clear();
  return taken;
}

} // namespace malha::cluster
