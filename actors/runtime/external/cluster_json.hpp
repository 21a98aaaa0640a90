// SPDX-License-Identifier: MIT
#pragma once
#include "answer.hpp"
#include "json_line.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/cluster/site_rules.hpp"

// What several questions show of a cluster, as members of an object that has been opened.
namespace malha::external {

/// A job that waits. Members whose value says nothing are left out: `request`, `sizes` of a rigid job, and
/// what nobody knows of who submitted it.
void write_job(JsonLine& line, const cluster::QueuedJob& job);
/// What is known of who submitted a job.
void write_credentials(JsonLine& line, const Credentials& who);
/// A running job. `resizing` of a rigid one is left out.
void write_release(JsonLine& line, const cluster::Release& release);
/// A task with all that its source says.
void write_task(JsonLine& line, const Task& task);
/// The member `site`, unless it is null.
void write_site(JsonLine& line, const cluster::SiteRules* site);
/// The members of the shares of a site: accounts, and what they have used.
void write_shares(JsonLine& line, const cluster::SharesOfSite& shares);
/// The member `machines`.
void write_machines(JsonLine& line, const std::vector<cluster::Machine>& machines);
/// The member `shared`, unless it is null.
void write_shared(JsonLine& line, const std::vector<cluster::SharedMachine>* shared);

/// The handle of a job: the answer itself, or its member.
cluster::JobHandle handle_of(const Answer& answer);
cluster::JobHandle handle_of(const Answer& answer, const char* name);

/// Adds an interval, [first, last], of nodes or the like. Throws BrokenRule if one of them is there.
void insert_interval(IndexSet& set, const Answer& interval, const char* of_what);

} // namespace malha::external
