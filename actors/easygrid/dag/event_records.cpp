// SPDX-License-Identifier: MIT
#include "event_records.hpp"

namespace malha::easygrid::dag {

void EventRecords::take(const News& news) {
  const bool is_heartbeat = news.launched.empty() && news.ended.empty();
  reports_[news.host] = {is_heartbeat ? "heartbeat" : "report", now()};
}

void EventRecords::write(const SiteScheduler::Output& output) {
  auto& recorder = context_.simulation().recorder();
  if (!recorder.explains())
    return;
  if (output.answer) {
    auto row = row_of(output.answer->event, output.answer->giver, "answers");
    row.tasks = output.answer->tasks;
    recorder.balanced(row);
  }
  for (const auto& move : output.moves)
    recorder.dag_moved({now(), site_manager + std::string(" on ") + context_.host()->get_name(), move.kind,
                        move.event > 0 ? std::optional(move.event) : std::nullopt, move.number,
                        name_of(move.from), name_of(move.to), move.outcome});
  if (output.ready_check)
    write(*output.ready_check);
}

void EventRecords::write(const SiteScheduler::ReadyCheck& check) const {
  auto receiver = check.decision.receivers.begin();
  for (const auto& load : check.loads) {
    const bool gives = load.child == check.decision.giver;
    const bool receives = receiver != check.decision.receivers.end() && receiver->child == load.child;
    if (receives)
      ++receiver;
    auto row = row_of(check.event, load.child, gives ? "gives" : receives ? "receives" : "none");
    if (const auto found = reports_.find(load.child); found != reports_.end()) {
      row.report = found->second.message;
      row.reported = found->second.date;
    }
    row.power = load.power;
    row.ert = load.ert;
    row.fraction = gives ? std::optional(check.decision.fraction) : std::nullopt;
    context_.simulation().recorder().balanced(row);
  }
}

BalanceRow EventRecords::row_of(std::int64_t event, int host, const char* role) const {
  BalanceRow row;
  row.time = now();
  row.manager = site_manager + std::string(" on ") + context_.host()->get_name();
  row.event = event;
  row.child = host;
  row.host = name_of(host);
  row.role = role;
  return row;
}

/// "" of another site.
std::string EventRecords::name_of(int host) const {
  return host < 0
             ? ""
             : context_.simulation().peers(host_manager)[static_cast<std::size_t>(host)].host->get_name();
}

} // namespace malha::easygrid::dag
