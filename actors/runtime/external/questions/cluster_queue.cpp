// SPDX-License-Identifier: MIT
#include "actors/runtime/external/external_question.hpp"
#include "actors/runtime/external/queue_view.hpp"
#include "policies/cluster/queue/head_reservation.hpp"

#include <algorithm>

namespace malha::external {
namespace {

class ExternalQueue : public Elsewhere<cluster::Queue> {
public:
  using Elsewhere::Elsewhere;

  cluster::Decision decide(const cluster::QueueView& view) override {
    if (const auto first = there().asked_if_fits(); first && !fits_one_of(view, *first))
      return {};
    if (there().is_asked_to_backfill())
      if (auto decision = unless_one_can_be_backfilled(view))
        return *std::move(decision);
    return there().ask(
        "decide",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            view_.write(one, view, there().wants_changes(), [&] {
              one.object("changes", [&](JsonLine& changes) { write_changes(changes, view.changes); });
            });
          });
        },
        [this](const Answer& answer) { return decision_in(answer); });
  }
  bool places_tasks() const override { return there().says("places_tasks", false); }
  bool plans_ahead() const override { return there().says("plans_ahead", true); }
  bool heeds_order_of_queue() const override { return there().says("heeds_order_of_queue", true); }
  bool takes_predictions() const override { return there().says("takes_predictions", true); }
  bool heeds_nodes() const override { return there().says("heeds_nodes", false); }
  bool heeds_stock() const override { return there().says("heeds_stock", false); }
  bool heeds_weights() const override { return there().says("heeds_weights", false); }
  bool heeds_cap() const override { return there().says("heeds_cap", false); }
  bool resizes() const override { return there().says("resizes", false); }
  bool needs_power() const override { return there().says("needs_power", false); }

private:
  /// Whether one of so many jobs, the first that wait, has enough free nodes, or the nodes of a running job
  /// may change.
  static bool fits_one_of(const cluster::QueueView& view, std::int64_t number) {
    const int free = view.free.size();
    for (auto job = view.queue.begin(); job != view.queue.end() && number > 0; ++job, --number)
      if ((job->sizes != nullptr ? job->sizes->min : job->size) <= free)
        return true;
    return std::any_of(view.running.begin(), view.running.end(), [](const cluster::Release& release) {
      return release.resizing != nullptr && release.resizing->at_point;
    });
  }

  /// The decision that starts jobs in the order of the queue, for as long as they fit. Nothing if a job
  /// behind the first that does not fit has room in the gap before the reservation of EASY: then there is a
  /// choice.
  static std::optional<cluster::Decision> unless_one_can_be_backfilled(const cluster::QueueView& view) {
    cluster::DecisionDraft draft(view);
    auto job = view.queue.begin();
    for (; job != view.queue.end() && draft.has_room_for(*job); ++job)
      draft.start(*job, "head");
    if (job == view.queue.end())
      return draft.finish();
    const auto gap = cluster::HeadReservation(*job, draft).gap(draft);
    const bool is_choice = std::any_of(std::next(job), view.queue.end(), [&](const auto& behind) {
      return gap.holds(behind.size, behind.walltime);
    });
    return is_choice ? std::nullopt : std::optional(draft.finish());
  }

  /// What has not happened is left out.
  static void write_changes(JsonLine& line, const cluster::Changes& changes) {
    if (!changes.arrived.empty()) {
      std::vector<cluster::JobHandle> arrived;
      for (const auto& job : changes.arrived)
        arrived.push_back(job.handle);
      line.member("arrived", arrived);
    }
    if (!changes.ended.empty())
      line.list("ended", changes.ended, write_release);
    if (!changes.withdrawn.empty())
      line.member("withdrawn", changes.withdrawn);
    for (const auto& [name, has_happened] :
         {std::pair("promises_void", changes.promises_void),
          std::pair("new_priorities", changes.new_priorities), std::pair("reordered", changes.reordered)})
      if (has_happened)
        line.member(name, true);
  }

  cluster::Decision decision_in(const Answer& answer) {
    answer.allow({"start", "stop", "drop", "resize", "moved", "deallocated", "reasons", "wake"});
    cluster::Decision decision;
    answer.each("start", [&](const Answer& one) { decision.start.push_back(start_in(one)); });
    answer.each("stop", [&](const Answer& one) {
      one.allow({"job", "requeue"});
      decision.stop.push_back({handle_of(one, "job"), one.flag("requeue", false)});
    });
    answer.each("drop", [&](const Answer& one) { decision.drop.push_back(handle_of(one)); });
    answer.each("resize", [&](const Answer& one) { decision.resize.push_back(resize_in(one)); });
    answer.each("moved", [&](const Answer& one) {
      one.allow({"job", "fragment", "from", "to"});
      decision.moved.push_back(
          {handle_of(one, "job"), one.index("fragment"), one.index("from"), one.index("to")});
    });
    answer.each("deallocated", [&](const Answer& one) { decision.deallocated.push_back(handle_of(one)); });
    answer.each("reasons", [&](const Answer& one) {
      one.allow({"job", "code", "date"});
      const auto& code = *codes_.insert(one.text("code")).first;
      decision.reasons.push_back({handle_of(one, "job"), code.c_str(), one.real("date", never)});
    });
    decision.wake = answer.real("wake", never);
    return decision;
  }

  static cluster::Start start_in(const Answer& answer) {
    answer.allow({"job", "nodes", "machines", "size"});
    cluster::Start start{handle_of(answer, "job"), {}, {}};
    answer.each("nodes", [&](const Answer& one) { insert_interval(start.nodes, one, "nodes"); });
    answer.each("machines", [&](const Answer& one) { start.machines.push_back(one.index()); });
    if (answer.has("size"))
      start.size = size_in(answer);
    return start;
  }

  static cluster::Resize resize_in(const Answer& answer) {
    answer.allow({"job", "size", "nodes"});
    cluster::Resize resize{handle_of(answer, "job"), size_in(answer)};
    answer.each("nodes", [&](const Answer& one) { insert_interval(resize.nodes, one, "nodes"); });
    return resize;
  }

  /// A number of nodes, at least 1: a start on as many as the job prefers has none.
  static int size_in(const Answer& answer) {
    const int size = answer.index("size");
    if (size < 1)
      answer.part("size").fail("a number of nodes, at least 1");
    return size;
  }

  QueueViewWriter view_;
  std::set<std::string> codes_; ///< decisions refer to them
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalQueue>({"decide"}, {},
                                                {"places_tasks", "plans_ahead", "heeds_order_of_queue",
                                                 "takes_predictions", "heeds_nodes", "heeds_stock",
                                                 "heeds_weights", "heeds_cap", "resizes", "needs_power"}))

} // namespace malha::external
