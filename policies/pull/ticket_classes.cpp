// SPDX-License-Identifier: MIT
// GridTS: jobs by ticket; a resource of class i wants a task of class i, then of the larger ones, i + 1 … nc,
// then of the smaller ones, i - 1 … 1. Classes divide the range of amounts into `nc` parts of equal width, or
// the amounts themselves into `nc` parts of equal number; the source does not say which. Ties: jobs of one
// ticket (there should be none) by lowest id; equal amounts have one class.
#include "choice.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace malha::pull {
namespace {

class TicketClasses : public Choice {
public:
  explicit TicketClasses(const Parameters& parameters)
      : number_(static_cast<int>(parameters.integer("nc"))),
        quantile_(parameters.text("bounds") == "quantile") {}

  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    return quantile_ ? by_rank(amounts) : by_width(amounts);
  }

  std::vector<Wanted> wanted(const ChoiceView& view) override {
    jobs_ = view.jobs;
    std::sort(jobs_.begin(), jobs_.end(), [](const OfferedJob& a, const OfferedJob& b) {
      return std::tie(a.ticket, a.id) < std::tie(b.ticket, b.id);
    });
    std::vector<Wanted> wanted;
    wanted.reserve(jobs_.size() * static_cast<std::size_t>(number_));
    for (const auto& job : jobs_) {
      for (int larger = view.resource_class; larger <= number_; ++larger)
        wanted.push_back({job.id, larger});
      for (int smaller = view.resource_class - 1; smaller >= 1; --smaller)
        wanted.push_back({job.id, smaller});
    }
    return wanted;
  }

private:
  std::vector<int> by_width(const std::vector<double>& amounts) const {
    std::vector<int> classes;
    if (amounts.empty())
      return classes;
    const auto [least, greatest] = std::minmax_element(amounts.begin(), amounts.end());
    const double width = *greatest - *least;
    for (const double amount : amounts) {
      const double parts = width > 0 ? std::floor(number_ * (amount - *least) / width) : 0;
      classes.push_back(std::min(number_, 1 + static_cast<int>(parts)));
    }
    return classes;
  }

  std::vector<int> by_rank(const std::vector<double>& amounts) const {
    auto sorted = amounts;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> classes;
    for (const double amount : amounts) {
      const auto less = std::lower_bound(sorted.begin(), sorted.end(), amount) - sorted.begin();
      classes.push_back(1 + static_cast<int>(number_ * less / static_cast<std::ptrdiff_t>(sorted.size())));
    }
    return classes;
  }

  const int number_;
  const bool quantile_;
  std::vector<OfferedJob> jobs_; ///< by ticket
};

} // namespace

MALHA_POLICY(policy<TicketClasses>(
    "pull/ticket_classes",
    "takes jobs by ticket, tasks of its own class first, then of larger, then smaller ones",
    "GridTS, Alg. 2, chooseTask",
    {integer("nc", 3, between(1, 1000), "count", "classes, of tasks as of resources"),
     choice("bounds", "equal_width", {"equal_width", "quantile"},
            "classes are equal parts of the range of amounts, or of the amounts by rank")}))

} // namespace malha::pull
