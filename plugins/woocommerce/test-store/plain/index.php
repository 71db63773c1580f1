<!doctype html><html><head><?php wp_head(); ?></head><body>
<?php while (have_posts()) { the_post(); the_content(); } ?>
<?php wp_footer(); ?></body></html>
