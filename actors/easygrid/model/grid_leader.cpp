// SPDX-License-Identifier: MIT
#include "grid_leader.hpp"

#include <numeric>

namespace malha::easygrid {

namespace {

/// A site may need the time of two elections before it has a leader again.
constexpr int site_patience = 3;

} // namespace

void GridLeader::begin() {
  for (int site = 0; site < static_cast<int>(manager().grid.sites.size()); ++site) {
    FlopsPerSecond capacity = 0;
    for (const int host : manager().managers_of(site))
      capacity += manager().capacity_of(host);
    book().add(site, capacity, manager().now);
    site_managers_[site] = {manager().managers_of(site).front(), 0};
  }
}

void GridLeader::take_over() {
  ++manager().output.grids_taken_over;
  std::vector<int> all(manager().grid.site_of.size());
  std::iota(all.begin(), all.end(), 0);
  begin_gathering(all);
}

void GridLeader::take(const Gathering& gathering) {
  manager().send(gathering.from, Beat{envelope()});
  const int site = child_of(gathering.from);
  if (book().has(site) && gathering.site_term >= site_managers_.at(site).term)
    book().see(site, manager().now);
  extend_gathering();
}

void GridLeader::coordinate(bool is_complete) {
  for (; admitted_ < manager().application.size(); ++admitted_)
    book().open(manager().application[admitted_].id);
  lose_silent(site_patience * manager().grid.patience());
  distribute_open();
  check_balance();
  if (is_complete && book().number_ended() == manager().application.size())
    manager().output.has_finished = true;
}

bool GridLeader::is_known(const News& news) const {
  const int site = child_of(news.from);
  return book().has(site) && site_managers_.at(site).manager == news.from &&
         site_managers_.at(site).term == news.site_term;
}

bool GridLeader::admits(const Joining& joining, int child) {
  const auto known = site_managers_.emplace(child, SiteManager{joining.from, joining.site_term}).first;
  if (joining.site_term < known->second.term)
    return false; // the site has another leader since
  known->second = {joining.from, joining.site_term};
  return true;
}

void GridLeader::count_event(bool is_accepted) {
  ++(is_accepted ? manager().output.grid_events_accepted : manager().output.grid_events);
}

} // namespace malha::easygrid
