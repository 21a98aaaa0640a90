// SPDX-License-Identifier: MIT
// What came of a run.
#include "mailbox.hpp"
#include "message_faults.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/row_file.hpp"
#include "run_clock.hpp"
#include "simulation.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <map>

namespace malha {

std::string Simulation::who_waits() const {
  constexpr int most = 5;
  std::string report;
  int waiting = 0;
  bool is_for_messages = false;
  for (const auto& one : actors_) {
    if (one.ended || one.lost < never || one.context->self().descriptor->daemon || ++waiting > most)
      continue;
    const auto blocked_on = one.actor->blocked_on();
    is_for_messages |= blocked_on.empty() && one.context->waits_for != nullptr &&
                       one.context->waits_for->rfind(waits_for_message, 0) == 0;
    report += "; " + one.context->self().mailbox + " waits for " +
              (!blocked_on.empty()      ? blocked_on
               : one.context->waits_for ? *one.context->waits_for
                                        : "something of its own");
  }
  if (waiting > most)
    report += "; … " + std::to_string(waiting - most) + " more";
  return is_for_messages ? report + who_did_not_start() : report;
}

std::string Simulation::who_did_not_start() const {
  std::map<std::string, int> idle; // by name
  for (const auto& one : actors_)
    if (const auto& actor = *one.context->self().descriptor;
        one.is_idle && !actor.is_environment && actor.name != "workload/submitter") // its jobs are read
      ++idle[actor.name];
  std::string report;
  for (const auto& [name, hosts] : idle)
    report += "; " + name + " (" + std::to_string(hosts) + (hosts == 1 ? " host" : " hosts") +
              ") has nothing to do under transport=" + plan_.run.text("transport") + ", and was not started";
  return report;
}

std::string Simulation::who_was_lost() const {
  for (const auto& one : actors_)
    if (const auto& self = one.context->self(); one.lost < never && !self.descriptor->daemon)
      return "; " + self.mailbox + " was lost at t=" + shortest(one.lost) + " s with its host '" +
             self.host->get_name() + "', which was switched off" +
             switched_by(plan_.platform, self.host->get_name());
  return "";
}

void Simulation::see_whether_cut() {
  const Seconds max_time = plan_.run.real("max_time");
  const auto ended = [this](const ActorInstance& one) {
    const auto& actor = *one.context->self().descriptor;
    const bool others_go_on = !actor.yields_to.empty() && !peers(actor.yields_to).empty();
    return one.ended || actor.daemon || (one.lost < never && others_go_on);
  };
  const auto waits = [&](const ActorInstance& one) {
    return ended(one) || one.context->waits_for != nullptr;
  };
  cut_ = failure_.status == Status::done && !std::all_of(actors_.begin(), actors_.end(), ended);
  if (cut_)
    failure_ = {Status::not_ended,
                (max_time < no_limit ? "cut at max_time=" + shortest(max_time) + " s"
                                     : "nothing can happen any more at t=" + date_now() + " s") +
                    who_was_lost() + (std::all_of(actors_.begin(), actors_.end(), waits) ? who_waits() : ""),
                {},
                0,
                0};
}

void Simulation::write_messages() const {
  if (folder_.empty())
    return;
  RowFile messages({folder_.path}, "messages.csv");
  for (const auto& [key, row] : messages_)
    messages.add(csv_line(row));
  messages.close();
}

std::vector<MetricValue> Simulation::metrics() const {
  SimulationEnd end;
  for (const auto& [key, row] : messages_) {
    end.messages += row.count;
    end.message_bytes += row.bytes;
  }
  for (const auto& [name, channel] : channels_)
    end.messages_unread += channel->sent - channel->received;
  end.is_cut = cut_;
  if (recorded_nodes_ && *recorded_nodes_ != recorder_->resources())
    end.recorded_nodes = *recorded_nodes_;
  const bool ended = failure_.status != Status::not_ended;
  auto metrics = recorder_->schedule().values(ended ? last_end_ : run_clock.now(), end);
  std::map<std::string, MetricSpec> declared; // by name: two kinds of actors may count into one
  for (const auto& [name, peers] : peers_)
    for (const auto& metric : peers.front().descriptor->metrics)
      declared[metric.name] = metric;
  for (const auto& [name, value] : recorder_->counters())
    if (const auto metric = find_metric(declared, name))
      metrics.push_back({name, value, metric->unit});
  return metrics;
}

Outcome Simulation::outcome() {
  for (auto& one : actors_)
    one.actor->measure(run_clock.now());
  recorder_->close();
  Outcome result = failure_;
  write_messages();
  result.metrics = metrics();
  result.tasks_submitted = workload_.tasks_read();
  result.submissions = workload_.submissions();
  if (const Job* next = workload_.peek(); !result.submissions && next != nullptr) // cut before it came
    result.submissions = {next->submitted, next->submitted};
  result.end = failure_.status == Status::not_ended ? run_clock.now() : last_end_;
  result.workload_numbers_tasks = workload_.numbers_tasks();
  result.workload_notes = workload_.source().notes();
  result.workload_header = workload_.source().header();
  result.tasks_unfinished = result.tasks_submitted - recorder_->schedule().rows();
  if (result.status == Status::done && (result.tasks_unfinished != 0 || workload_.peek() != nullptr)) {
    result.status = Status::not_ended;
    result.message = "all actors have ended, and " + std::to_string(result.tasks_unfinished) +
                     " tasks have not" + (workload_.peek() ? "; jobs are left in the workload" : "");
  }
  if (result.status == Status::done && message_faults_)
    if (const auto unsent = message_faults_->unsent(); !unsent.empty())
      result = {Status::bad_input, unsent, {}, 0, 0};
  return result;
}

} // namespace malha
