// SPDX-License-Identifier: MIT
// GridTS: jobs by ticket; a resource of class i wants a task of class i, then of the larger ones, i + 1 … nc,
// then of the smaller ones, i - 1 … 1. Classes divide the range of amounts into `nc` parts of equal width, or
// the amounts themselves into `nc` parts of equal number; the source does not say which. Ties: jobs of one
// ticket (there should be none) by lowest id; equal amounts have one class.
#include "classes.hpp"

namespace malha::pull {
namespace {

class TicketClasses : public ChoiceByAmounts {
public:
  explicit TicketClasses(const Parameters& parameters) : classes_(parameters) {}

  std::vector<int> classes_of(const std::vector<double>& amounts) override { return classes_.of(amounts); }

  std::vector<Wanted> wanted(const ChoiceView& view) override {
    sort_by_ticket(view.jobs, jobs_);
    std::vector<Wanted> wanted;
    wanted.reserve(jobs_.size() * static_cast<std::size_t>(classes_.number()));
    for (const auto& job : jobs_) {
      for (int larger = view.resource_class; larger <= classes_.number(); ++larger)
        wanted.push_back({job.id, larger});
      for (int smaller = view.resource_class - 1; smaller >= 1; --smaller)
        wanted.push_back({job.id, smaller});
    }
    return wanted;
  }

private:
  const Classes classes_;
  std::vector<OfferedJob> jobs_; ///< by ticket
};

} // namespace

MALHA_POLICY(policy<TicketClasses>(
    "pull/ticket_classes",
    "takes jobs by ticket, tasks of its own class first, then of larger, then smaller ones",
    "GridTS, Alg. 2, chooseTask", {Classes::number_parameter(3), Classes::bounds_parameter()}))

} // namespace malha::pull
